//! People who sign in, and what each role may do.

use std::fmt;

use uuid::Uuid;

/// An account's own id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub Uuid);

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What somebody may do; each role may do what the ones before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads, also where reading requires an account.
    Viewer,
    /// Keeps work of their own.
    Member,
    /// Edits catalogue and scorecards, and publishes.
    Editor,
    /// Keeps accounts and reads the log.
    Admin,
}

impl Role {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Member, Self::Editor, Self::Admin];

    /// The word on the command line, in forms and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Member => "member",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }

    /// The role of a word.
    ///
    /// # Errors
    /// [`AccountError::Role`] when there is none.
    pub fn parse(word: &str) -> Result<Self, AccountError> {
        let found = Self::ALL.into_iter().find(|role| role.as_str() == word);
        found.ok_or_else(|| AccountError::Role(word.to_owned()))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Somebody who may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// What the person signs in with.
    pub name: AccountName,
    /// What it may do.
    pub role: Role,
    /// May not sign in any more; what it wrote stays.
    pub disabled: bool,
    /// Microseconds since 1970.
    pub created_at_micros: i64,
}

/// A name to sign in with: 1 to 64 characters, e.g. a word or an e-mail address. Letter case makes no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountName(String);

impl AccountName {
    /// Checks a name; spaces around it are dropped.
    ///
    /// # Errors
    /// [`AccountError::Name`] when it is empty, too long, or holds spaces or invisible characters.
    pub fn new(text: &str) -> Result<Self, AccountError> {
        let text = text.trim();
        let visible = |c: char| c.is_alphanumeric() || c.is_ascii_graphic();
        if text.is_empty() || text.chars().count() > 64 || !text.chars().all(visible) {
            return Err(AccountError::Name(text.chars().take(80).collect()));
        }
        Ok(Self(text.to_owned()))
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What makes two names the same.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The least number of characters of a password.
pub const SHORTEST_PASSWORD: usize = 12;
/// The largest number of characters of a password.
pub const LONGEST_PASSWORD: usize = 256;

/// Whether a text may be a password: its length counts, and nothing else.
///
/// # Errors
/// [`AccountError::Password`] says how long it is.
pub fn check_password(text: &str) -> Result<(), AccountError> {
    let length = text.chars().count();
    if (SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        Ok(())
    } else {
        Err(AccountError::Password(length))
    }
}

/// What is wrong with an account.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// Not a name.
    #[error("the name {0:?} cannot be used: write 1 to 64 characters without spaces")]
    Name(String),
    /// Not a role.
    #[error("{0:?} is no role: write viewer, member, editor or admin")]
    Role(String),
    /// Not a password.
    #[error("the password has {0} characters: take 12 to 256")]
    Password(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_ordered_by_what_they_may_do() {
        assert!(Role::ALL.is_sorted());
        assert!(Role::ALL.iter().all(|role| Role::parse(role.as_str()) == Ok(*role)));
        assert!(Role::parse("root").is_err());
    }

    #[test]
    fn a_name_is_visible_and_short_and_its_case_makes_no_difference() {
        for name in ["ana", "ana@example.org", "王芳", "O'Hara-7"] {
            assert!(AccountName::new(name).is_ok(), "{name}");
        }
        let long = "x".repeat(65);
        for name in ["", "  ", "two words", "a\u{202e}b", "a\0b", long.as_str()] {
            assert!(AccountName::new(name).is_err(), "{name:?}");
        }
        assert_eq!(AccountName::new("Ana").unwrap().folded(), "ana");
    }

    #[test]
    fn a_password_has_twelve_characters_or_more() {
        assert_eq!(check_password("short"), Err(AccountError::Password(5)));
        assert!(check_password("十二个字符的密码也可以用的").is_ok());
        assert!(check_password(&"x".repeat(257)).is_err());
    }
}
