-- The catalogue: versioned records that are added and closed, never overwritten.
--
-- A record is in force in release n when added_in <= n and (removed_in is null or removed_in > n); added_in is null in a draft.
-- Neither refers to release by a foreign key: a publication writes both in one transaction, and the check of each row would double
-- the time of a large import.
-- Ids of rows are UUID v7, instants are microseconds since 1970, money is in millionths of the currency's unit.
-- The other folder holds the same file for the other database: same tables, columns and nullability.

-- An immutable, numbered publication.
create table release (
    number integer not null primary key check (number > 0),
    note text not null,
    published_by text not null,
    published_at integer not null
) strict;

-- A provider.
create table vendor (
    id blob not null primary key,
    vendor_id text not null,
    name text not null,
    name_zh text,
    country text,
    kind text not null,
    homepage text,
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

create unique index vendor_in_force on vendor (vendor_id) where added_in is not null and removed_in is null;

-- An accelerator product.
create table accelerator (
    id blob not null primary key,
    accelerator_id text not null,
    name text not null,
    maker text not null,
    architecture text,
    form_factor text,
    release_date text,
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

create unique index accelerator_in_force on accelerator (accelerator_id) where added_in is not null and removed_in is null;

-- Another spelling of an accelerator.
create table accelerator_alias (
    id blob not null primary key,
    alias text not null,
    accelerator_id text not null,
    entered_by text not null,
    entered_at integer not null,
    added_in integer,
    removed_in integer,
    check (removed_in is null or removed_in > added_in)
) strict;

create unique index accelerator_alias_in_force on accelerator_alias (alias) where added_in is not null and removed_in is null;

-- A vendor's instance type in one region.
create table offer (
    id blob not null primary key,
    offer_id text not null,
    vendor_id text not null,
    instance_type text not null,
    accelerator_id text not null,
    accelerator_count text not null,
    vcpu integer,
    ram_gib real,
    region text not null,
    area text not null,
    available integer not null check (available in (0, 1)),
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

create unique index offer_in_force on offer (offer_id) where added_in is not null and removed_in is null;

-- A price of an offer; amounts in millionths of the currency's unit.
create table price (
    id blob not null primary key,
    offer_id text not null,
    plan text not null,
    hourly_micros integer not null check (hourly_micros > 0),
    upfront_micros integer check (upfront_micros >= 0),
    currency text not null,
    completeness text not null,
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

-- The definition of a property.
create table attribute (
    id blob not null primary key,
    attribute_id text not null,
    subject text not null,
    kind text not null,
    unit text not null,
    heading text not null,
    name_en text not null,
    name_zh text not null,
    description_en text not null,
    description_zh text not null,
    entered_by text not null,
    entered_at integer not null,
    added_in integer,
    removed_in integer,
    check (removed_in is null or removed_in > added_in)
) strict;

create unique index attribute_in_force on attribute (attribute_id) where added_in is not null and removed_in is null;

-- A property's value; the text is read as the attribute's kind says.
create table fact (
    id blob not null primary key,
    subject text not null,
    subject_id text not null,
    attribute_id text not null,
    variant text not null,
    value text not null,
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

-- One measured result.
create table benchmark_result (
    id blob not null primary key,
    result_id text not null,
    suite text not null,
    round text not null,
    mode text not null,
    division text not null,
    task text not null,
    scenario text not null,
    metric text not null,
    value real not null,
    unit text not null,
    higher_is_better integer not null check (higher_is_better in (0, 1)),
    accelerator_id text not null,
    accelerators integer not null,
    nodes integer,
    vendor_id text,
    submitter text not null,
    system text not null,
    framework text,
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

create unique index benchmark_result_in_force on benchmark_result (result_id) where added_in is not null and removed_in is null;

-- A version of a scorecard, as one document.
create table scorecard (
    id text not null,
    version integer not null,
    document text not null,
    note text not null,
    published_by text not null,
    published_at integer not null,
    primary key (id, version)
) strict;
