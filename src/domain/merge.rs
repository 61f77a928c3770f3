//! Two people change one field: who wins, and when neither may.

/// What a field says after both changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// One of them changed it, or both to the same.
    Value(String),
    /// Both changed it, to different texts.
    Conflict {
        /// What is saved.
        theirs: String,
        /// What was to be saved.
        mine: String,
    },
}

/// Merges what somebody made of `base` with what others saved meanwhile.
#[must_use]
pub fn merge(base: &str, theirs: &str, mine: &str) -> Merged {
    if mine == base || mine == theirs {
        Merged::Value(theirs.to_owned())
    } else if theirs == base {
        Merged::Value(mine.to_owned())
    } else {
        Merged::Conflict {
            theirs: theirs.to_owned(),
            mine: mine.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_only_one_changed_has_that_change() {
        assert_eq!(merge("a", "a", "b"), Merged::Value("b".into()));
        assert_eq!(merge("a", "b", "a"), Merged::Value("b".into()));
        assert_eq!(merge("a", "b", "b"), Merged::Value("b".into()));
        assert_eq!(merge("a", "a", "a"), Merged::Value("a".into()));
    }

    #[test]
    fn a_field_that_both_changed_keeps_both_texts() {
        let both = Merged::Conflict {
            theirs: "b".into(),
            mine: "c".into(),
        };
        assert_eq!(merge("a", "b", "c"), both);
    }
}
