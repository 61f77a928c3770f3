-- What is being changed of a scorecard: one draft per scorecard, shared by everybody who edits it.
create table scorecard_draft (
    id text not null primary key,
    -- The version it was made from: of this scorecard, or of the one it is a copy of.
    base_id text not null,
    base_version integer not null,
    document text not null,
    -- Counts the changes.
    revision integer not null,
    edited_by text not null,
    edited_at integer not null,
    foreign key (base_id, base_version) references scorecard (id, version)
) strict;
