-- Files that were sent to be imported, until somebody confirms what they would change, or a day has passed.

create table upload (
    id uuid not null primary key,
    account_id uuid not null references account (id),
    name text collate "C" not null,
    bytes bytea not null,
    -- What was said about the file, as JSON.
    said text collate "C" not null,
    at bigint not null
);
