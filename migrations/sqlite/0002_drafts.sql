-- Drafts of the next release, accepted findings, and the look-ups of a value's history.

-- One row: whoever changes or publishes the draft updates it first, so that on every database one does so after the other.
create table draft (
    id integer not null primary key check (id = 1),
    version integer not null
) strict;

insert into draft (id, version) values (1, 0);

-- A record in force that the draft takes away.
create table removal (
    record_table text not null,
    record_id blob not null,
    entered_by text not null,
    entered_at integer not null,
    primary key (record_table, record_id)
) strict;

-- A finding that stands, with a reason.
create table acceptance (
    rule text not null,
    subject text not null,
    message text not null,
    reason text not null,
    accepted_by text not null,
    accepted_at integer not null,
    primary key (rule, subject, message)
) strict;

create index fact_subject on fact (subject_id, attribute_id);
create index price_offer on price (offer_id);
