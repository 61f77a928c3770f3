-- How much of one currency another is worth; the rate in units of 10^-9.
create table exchange_rate (
    id uuid not null primary key,
    base text collate "C" not null,
    quote text collate "C" not null,
    rate_nanos bigint not null check (rate_nanos > 0),
    source text collate "C" not null,
    url text collate "C",
    as_of text collate "C" not null,
    grade text collate "C" check (grade in ('A', 'B', 'C', 'D', 'E')),
    note text collate "C",
    entered_by text collate "C" not null,
    entered_at bigint not null,
    added_in bigint,
    removed_in bigint,
    check (removed_in is null or removed_in > added_in)
);
