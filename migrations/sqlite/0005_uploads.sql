-- Files that were sent to be imported, until somebody confirms what they would change, or a day has passed.

create table upload (
    id blob not null primary key,
    account_id blob not null references account (id),
    name text not null,
    bytes blob not null,
    -- What was said about the file, as JSON.
    said text not null,
    at integer not null
) strict;
