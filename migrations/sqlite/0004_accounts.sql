-- Who may do what: accounts, what they sign in with, and the log of every write.

-- A person who may sign in.
create table account (
    id blob not null primary key,
    name text not null,
    -- The name in lower case: two accounts must differ in more than that.
    folded text not null,
    role text not null,
    -- An Argon2id hash; null until the account's link was used, and for those that sign in elsewhere.
    password text,
    -- Issuer and subject of a sign-in elsewhere.
    subject text,
    disabled integer not null check (disabled in (0, 1)),
    created_at integer not null
) strict;

create unique index account_folded on account (folded);
create unique index account_subject on account (subject);

-- A browser that is signed in; the cookie's token is stored as a digest.
create table session (
    digest text not null primary key,
    account_id blob not null references account (id),
    form_token text not null,
    agent text not null,
    address text not null,
    signed_in_at integer not null,
    last_used_at integer not null,
    expires_at integer not null
) strict;

create index session_account on session (account_id);

-- A link that works once: to set the first admin up, or to choose a password.
create table link (
    digest text not null primary key,
    account_id blob references account (id),
    expires_at integer not null
) strict;

-- A key for programs, of the account whose role it has at most.
create table api_token (
    id blob not null primary key,
    account_id blob not null references account (id),
    name text not null,
    digest text not null,
    scope text not null,
    created_at integer not null,
    expires_at integer not null,
    last_used_at integer
) strict;

create unique index api_token_digest on api_token (digest);
create index api_token_account on api_token (account_id);

-- A sign-in that failed, by the name and by the address it came from.
create table sign_in_failure (
    id blob not null primary key,
    origin text not null,
    at integer not null
) strict;

create index sign_in_failure_origin on sign_in_failure (origin, at);

-- A form that was sent: sent again, it answers as the first time and changes nothing.
create table submission (
    id text not null primary key,
    account_id blob not null references account (id),
    location text not null,
    at integer not null
) strict;

-- A record that an edit gave another key: whoever has it open still finds it.
create table rename (
    kind text not null,
    old_id text not null,
    new_id text not null,
    primary key (kind, old_id)
) strict;

-- Every write: who, when, from where, what before, what after. Rows are only ever added.
create table audit (
    id blob not null primary key,
    at integer not null,
    account_id blob,
    account_name text not null,
    address text not null,
    action text not null,
    kind text not null,
    subject text not null,
    -- Counts the changes of one record; two writers cannot both make the same one.
    version integer,
    before text,
    after text,
    note text not null
) strict;

create unique index audit_version on audit (kind, subject, version);
create index audit_at on audit (at);

create trigger audit_is_not_changed before update on audit begin select raise(abort, 'the audit log is append-only'); end;
create trigger audit_is_not_erased before delete on audit begin select raise(abort, 'the audit log is append-only'); end;
