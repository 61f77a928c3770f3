-- Work that people keep, and frozen shortlists that they show to others.

-- A brief and a view under a name, with the release it was saved at.
create table evaluation (
    id uuid not null primary key,
    account_id uuid not null references account (id),
    name text collate "C" not null,
    -- The words of the address, without release and version.
    query text collate "C" not null,
    release_number bigint not null references release (number),
    scorecard_id text collate "C" not null,
    scorecard_version bigint not null,
    saved_at bigint not null,
    foreign key (scorecard_id, scorecard_version) references scorecard (id, version)
);

create index evaluation_account on evaluation (account_id);

-- A frozen shortlist under a secret token, which is stored as a digest. A row stays when the link ends: whoever has it is told so.
create table share_link (
    id uuid not null primary key,
    digest text collate "C" not null,
    account_id uuid not null references account (id),
    evaluation_id uuid references evaluation (id),
    -- The words of the address with release and version, as they are shown ever after.
    query text collate "C" not null,
    release_number bigint not null references release (number),
    scorecard_id text collate "C" not null,
    scorecard_version bigint not null,
    -- The version of the program that made it.
    engine text collate "C" not null,
    note text collate "C" not null,
    -- Whether previews of the link may hold names and scores.
    previews boolean not null,
    made_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    last_opened_at bigint,
    foreign key (scorecard_id, scorecard_version) references scorecard (id, version)
);

create unique index share_link_digest on share_link (digest);
create index share_link_account on share_link (account_id);
create index share_link_evaluation on share_link (evaluation_id);

-- Columns, unit and currency of the ranking that somebody keeps under a name.
create table column_set (
    id uuid not null primary key,
    account_id uuid not null references account (id),
    name text collate "C" not null,
    -- The words `cols`, `per` and `cur` of the address.
    query text collate "C" not null,
    saved_at bigint not null
);

create unique index column_set_name on column_set (account_id, name);
