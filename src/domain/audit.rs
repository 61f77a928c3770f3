//! The log of writes: who did what to what, when, and from where.

use super::account::AccountId;

/// Who does something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account; none for the command line and for people who are not signed in yet.
    pub account: Option<AccountId>,
    /// What the person is called.
    pub name: String,
    /// The network address, or `command line`.
    pub address: String,
}

impl Actor {
    /// Somebody at the command line of the server.
    #[must_use]
    pub fn command_line() -> Self {
        Self {
            account: None,
            name: "steelyard".to_owned(),
            address: "command line".to_owned(),
        }
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident => $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$about])* $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that stands in the log.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The value of a word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}

words! {
    /// What was done.
    Action {
        /// Something is new.
        Add => "add",
        /// Something says something else.
        Change => "change",
        /// Something is gone.
        Remove => "remove",
        /// A file was taken over.
        Import => "import",
        /// Something is in force from now on.
        Publish => "publish",
        /// Something older is in force again.
        Revert => "revert",
        /// A browser was signed in.
        SignIn => "sign_in",
        /// A browser, or all of an account's, were signed out.
        SignOut => "sign_out",
        /// A link to choose a password was made.
        Invite => "invite",
        /// A password was chosen.
        Password => "password",
    }
}

words! {
    /// What kind of thing it was done to.
    Kind {
        /// A record of the catalogue.
        Record => "record",
        /// The draft of the next release.
        Draft => "draft",
        /// A release.
        Release => "release",
        /// A scorecard.
        Scorecard => "scorecard",
        /// An account.
        Account => "account",
        /// A key for programs.
        Token => "token",
        /// A share link.
        Link => "link",
        /// An evaluation.
        Evaluation => "evaluation",
        /// Columns kept under a name.
        Columns => "columns",
        /// A finding.
        Finding => "finding",
    }
}

/// Something to be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// What was done.
    pub action: Action,
    /// To what kind of thing.
    pub kind: Kind,
    /// To which one.
    pub subject: String,
    /// What it was before, as JSON.
    pub before: Option<String>,
    /// What it is after, as JSON.
    pub after: Option<String>,
    /// What was said about it.
    pub note: String,
}

impl Act {
    /// Something done to a thing that has no content of its own.
    #[must_use]
    pub fn new(action: Action, kind: Kind, subject: impl Into<String>) -> Self {
        Self {
            action,
            kind,
            subject: subject.into(),
            before: None,
            after: None,
            note: String::new(),
        }
    }

    /// With what the thing was, and what it is.
    #[must_use]
    pub fn with_content(self, before: Option<String>, after: Option<String>) -> Self {
        Self { before, after, ..self }
    }

    /// With a word about it.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// Its own id, later in order than those before it.
    pub id: uuid::Uuid,
    /// Microseconds since 1970.
    pub at_micros: i64,
    /// Who.
    pub actor: Actor,
    /// What.
    pub act: Act,
    /// The how-manieth change of a record of the catalogue.
    pub version: Option<u32>,
}
