-- Drafts of the next release, accepted findings, and the look-ups of a value's history.

-- One row: whoever changes or publishes the draft updates it first, so that on every database one does so after the other.
create table draft (
    id bigint not null primary key check (id = 1),
    version bigint not null
);

insert into draft (id, version) values (1, 0);

-- A record in force that the draft takes away.
create table removal (
    record_table text collate "C" not null,
    record_id uuid not null,
    entered_by text collate "C" not null,
    entered_at bigint not null,
    primary key (record_table, record_id)
);

-- A finding that stands, with a reason.
create table acceptance (
    rule text collate "C" not null,
    subject text collate "C" not null,
    message text collate "C" not null,
    reason text collate "C" not null,
    accepted_by text collate "C" not null,
    accepted_at bigint not null,
    primary key (rule, subject, message)
);

create index fact_subject on fact (subject_id, attribute_id);
create index price_offer on price (offer_id);
