-- Who may do what: accounts, what they sign in with, and the log of every write.

-- A person who may sign in.
create table account (
    id uuid not null primary key,
    name text collate "C" not null,
    -- The name in lower case: two accounts must differ in more than that.
    folded text collate "C" not null,
    role text collate "C" not null,
    -- An Argon2id hash; null until the account's link was used, and for those that sign in elsewhere.
    password text collate "C",
    -- Issuer and subject of a sign-in elsewhere.
    subject text collate "C",
    disabled boolean not null,
    created_at bigint not null
);

create unique index account_folded on account (folded);
create unique index account_subject on account (subject);

-- A browser that is signed in; the cookie's token is stored as a digest.
create table session (
    digest text collate "C" not null primary key,
    account_id uuid not null references account (id),
    form_token text collate "C" not null,
    agent text collate "C" not null,
    address text collate "C" not null,
    signed_in_at bigint not null,
    last_used_at bigint not null,
    expires_at bigint not null
);

create index session_account on session (account_id);

-- A link that works once: to set the first admin up, or to choose a password.
create table link (
    digest text collate "C" not null primary key,
    account_id uuid references account (id),
    expires_at bigint not null
);

-- A key for programs, of the account whose role it has at most.
create table api_token (
    id uuid not null primary key,
    account_id uuid not null references account (id),
    name text collate "C" not null,
    digest text collate "C" not null,
    scope text collate "C" not null,
    created_at bigint not null,
    expires_at bigint not null,
    last_used_at bigint
);

create unique index api_token_digest on api_token (digest);
create index api_token_account on api_token (account_id);

-- A sign-in that failed, by the name and by the address it came from.
create table sign_in_failure (
    id uuid not null primary key,
    origin text collate "C" not null,
    at bigint not null
);

create index sign_in_failure_origin on sign_in_failure (origin, at);

-- A form that was sent: sent again, it answers as the first time and changes nothing.
create table submission (
    id text collate "C" not null primary key,
    account_id uuid not null references account (id),
    location text collate "C" not null,
    at bigint not null
);

-- A record that an edit gave another key: whoever has it open still finds it.
create table rename (
    kind text collate "C" not null,
    old_id text collate "C" not null,
    new_id text collate "C" not null,
    primary key (kind, old_id)
);

-- Every write: who, when, from where, what before, what after. Rows are only ever added.
create table audit (
    id uuid not null primary key,
    at bigint not null,
    account_id uuid,
    account_name text collate "C" not null,
    address text collate "C" not null,
    action text collate "C" not null,
    kind text collate "C" not null,
    subject text collate "C" not null,
    -- Counts the changes of one record; two writers cannot both make the same one.
    version bigint,
    before text collate "C",
    after text collate "C",
    note text collate "C" not null
);

create unique index audit_version on audit (kind, subject, version);
create index audit_at on audit (at);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is append-only';
end
$$;

create trigger audit_is_kept before update or delete on audit for each row execute function audit_is_append_only();
