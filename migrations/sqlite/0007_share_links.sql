-- Work that people keep, and frozen shortlists that they show to others.

-- A brief and a view under a name, with the release it was saved at.
create table evaluation (
    id blob not null primary key,
    account_id blob not null references account (id),
    name text not null,
    -- The words of the address, without release and version.
    query text not null,
    release_number integer not null references release (number),
    scorecard_id text not null,
    scorecard_version integer not null,
    saved_at integer not null,
    foreign key (scorecard_id, scorecard_version) references scorecard (id, version)
) strict;

create index evaluation_account on evaluation (account_id);

-- A frozen shortlist under a secret token, which is stored as a digest. A row stays when the link ends: whoever has it is told so.
create table share_link (
    id blob not null primary key,
    digest text not null,
    account_id blob not null references account (id),
    evaluation_id blob references evaluation (id),
    -- The words of the address with release and version, as they are shown ever after.
    query text not null,
    release_number integer not null references release (number),
    scorecard_id text not null,
    scorecard_version integer not null,
    -- The version of the program that made it.
    engine text not null,
    note text not null,
    -- Whether previews of the link may hold names and scores.
    previews integer not null check (previews in (0, 1)),
    made_at integer not null,
    expires_at integer not null,
    revoked_at integer,
    last_opened_at integer,
    foreign key (scorecard_id, scorecard_version) references scorecard (id, version)
) strict;

create unique index share_link_digest on share_link (digest);
create index share_link_account on share_link (account_id);
create index share_link_evaluation on share_link (evaluation_id);

-- Columns, unit and currency of the ranking that somebody keeps under a name.
create table column_set (
    id blob not null primary key,
    account_id blob not null references account (id),
    name text not null,
    -- The words `cols`, `per` and `cur` of the address.
    query text not null,
    saved_at integer not null
) strict;

create unique index column_set_name on column_set (account_id, name);
