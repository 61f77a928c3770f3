-- What is being changed of a scorecard: one draft per scorecard, shared by everybody who edits it.
create table scorecard_draft (
    id text collate "C" not null primary key,
    -- The version it was made from: of this scorecard, or of the one it is a copy of.
    base_id text collate "C" not null,
    base_version bigint not null,
    document jsonb not null,
    -- Counts the changes.
    revision bigint not null,
    edited_by text collate "C" not null,
    edited_at bigint not null,
    foreign key (base_id, base_version) references scorecard (id, version)
);
