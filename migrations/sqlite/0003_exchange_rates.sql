-- How much of one currency another is worth; the rate in units of 10^-9.
create table exchange_rate (
    id blob not null primary key,
    base text not null,
    quote text not null,
    rate_nanos integer not null check (rate_nanos > 0),
    source text not null,
    url text,
    as_of text not null,
    grade text check (grade in ('A', 'B', 'C', 'D', 'E')),
    note text,
    entered_by text not null,
    entered_at integer not null,
    added_in integer,
    removed_in integer,
    check (removed_in is null or removed_in > added_in)
) strict;
