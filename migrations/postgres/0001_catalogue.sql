-- The catalogue: versioned records that are added and closed, never overwritten.
--
-- A record is in force in release n when added_in <= n and (removed_in is null or removed_in > n); added_in is null in a draft.
-- Neither refers to release by a foreign key: a publication writes both in one transaction, and the check of each row would double
-- the time of a large import.
-- Ids of rows are UUID v7, instants are microseconds since 1970, money is in millionths of the currency's unit.
-- The other folder holds the same file for the other database: same tables, columns and nullability.
-- Text is compared by bytes, as SQLite does.

-- An immutable, numbered publication.
create table release (
    number bigint not null primary key check (number > 0),
    note text collate "C" not null,
    published_by text collate "C" not null,
    published_at bigint not null
);

-- A provider.
create table vendor (
    id uuid not null primary key,
    vendor_id text collate "C" not null,
    name text collate "C" not null,
    name_zh text collate "C",
    country text collate "C",
    kind text collate "C" not null,
    homepage text collate "C",
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

create unique index vendor_in_force on vendor (vendor_id) where added_in is not null and removed_in is null;

-- An accelerator product.
create table accelerator (
    id uuid not null primary key,
    accelerator_id text collate "C" not null,
    name text collate "C" not null,
    maker text collate "C" not null,
    architecture text collate "C",
    form_factor text collate "C",
    release_date text collate "C",
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

create unique index accelerator_in_force on accelerator (accelerator_id) where added_in is not null and removed_in is null;

-- Another spelling of an accelerator.
create table accelerator_alias (
    id uuid not null primary key,
    alias text collate "C" not null,
    accelerator_id text collate "C" not null,
    entered_by text collate "C" not null,
    entered_at bigint not null,
    added_in bigint,
    removed_in bigint,
    check (removed_in is null or removed_in > added_in)
);

create unique index accelerator_alias_in_force on accelerator_alias (alias) where added_in is not null and removed_in is null;

-- A vendor's instance type in one region.
create table offer (
    id uuid not null primary key,
    offer_id text collate "C" not null,
    vendor_id text collate "C" not null,
    instance_type text collate "C" not null,
    accelerator_id text collate "C" not null,
    accelerator_count text collate "C" not null,
    vcpu bigint,
    ram_gib double precision,
    region text collate "C" not null,
    area text collate "C" not null,
    available boolean not null,
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

create unique index offer_in_force on offer (offer_id) where added_in is not null and removed_in is null;

-- A price of an offer; amounts in millionths of the currency's unit.
create table price (
    id uuid not null primary key,
    offer_id text collate "C" not null,
    plan text collate "C" not null,
    hourly_micros bigint not null check (hourly_micros > 0),
    upfront_micros bigint check (upfront_micros >= 0),
    currency text collate "C" not null,
    completeness text collate "C" not null,
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

-- The definition of a property.
create table attribute (
    id uuid not null primary key,
    attribute_id text collate "C" not null,
    subject text collate "C" not null,
    kind text collate "C" not null,
    unit text collate "C" not null,
    heading text collate "C" not null,
    name_en text collate "C" not null,
    name_zh text collate "C" not null,
    description_en text collate "C" not null,
    description_zh text collate "C" not null,
    entered_by text collate "C" not null,
    entered_at bigint not null,
    added_in bigint,
    removed_in bigint,
    check (removed_in is null or removed_in > added_in)
);

create unique index attribute_in_force on attribute (attribute_id) where added_in is not null and removed_in is null;

-- A property's value; the text is read as the attribute's kind says.
create table fact (
    id uuid not null primary key,
    subject text collate "C" not null,
    subject_id text collate "C" not null,
    attribute_id text collate "C" not null,
    variant text collate "C" not null,
    value text collate "C" not null,
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

-- One measured result.
create table benchmark_result (
    id uuid not null primary key,
    result_id text collate "C" not null,
    suite text collate "C" not null,
    round text collate "C" not null,
    mode text collate "C" not null,
    division text collate "C" not null,
    task text collate "C" not null,
    scenario text collate "C" not null,
    metric text collate "C" not null,
    value double precision not null,
    unit text collate "C" not null,
    higher_is_better boolean not null,
    accelerator_id text collate "C" not null,
    accelerators bigint not null,
    nodes bigint,
    vendor_id text collate "C",
    submitter text collate "C" not null,
    system text collate "C" not null,
    framework text collate "C",
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

create unique index benchmark_result_in_force on benchmark_result (result_id) where added_in is not null and removed_in is null;

-- A version of a scorecard, as one document.
create table scorecard (
    id text collate "C" not null,
    version bigint not null,
    document jsonb not null,
    note text collate "C" not null,
    published_by text collate "C" not null,
    published_at bigint not null,
    primary key (id, version)
);
