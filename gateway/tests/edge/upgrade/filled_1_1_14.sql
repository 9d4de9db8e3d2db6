--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: count_chat_file(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_chat_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op <> 'INSERT' then
        update chat_file_total set byte_count = byte_count - old.byte_count
        where owner_kind = old.owner_kind;
    end if;
    if tg_op <> 'DELETE' then
        update chat_file_total set byte_count = byte_count + new.byte_count
        where owner_kind = new.owner_kind;
    end if;
    return null;
end
$$;


--
-- Name: grant_app(text, regclass); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.grant_app(privileges text, on_table regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        execute format('grant %s on table %s to wallet_app', privileges, on_table);
    end if;
end
$$;


--
-- Name: journal_append(uuid[], bigint[], bigint[], bytea[], uuid[], text[], uuid[], text[], bytea[], bigint[], integer[], text[], text[], uuid[], bigint[], uuid[], bigint[], integer, text[], uuid[], bigint[], text[], text[], text[], text[], bytea[], bytea[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.journal_append(head_wallets uuid[], head_versions bigint[], head_nexts bigint[], head_hashes bytea[], asked_wallets uuid[], asked_keys text[], key_wallets uuid[], key_texts text[], key_fingerprints bytea[], key_sequences bigint[], key_events integer[], claim_kinds text[], claim_references text[], claim_wallets uuid[], claim_sequences bigint[], snapshot_wallets uuid[], snapshot_sequences bigint[], snapshot_format integer, snapshot_states text[], event_wallets uuid[], event_sequences bigint[], event_types text[], event_versions text[], event_payloads text[], event_metadatas text[], event_hashes bytea[], event_states bytea[]) RETURNS TABLE(outcome text, first_position bigint, of_wallet uuid, of_kind text, of_reference text)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    SET lock_timeout TO '5s'
    AS $$
declare
    added   bigint := cardinality(event_wallets);
    changed bigint;
    head    bigint;
begin
    -- One statement and so one picture: all of what another process has committed, or nothing of it.
    return query
        select 'stale', null::bigint, asked.id, null::text, null::text
        from unnest(head_wallets, head_versions) as asked (id, version)
                 left join stream_head on stream_head.wallet_id = asked.id
        where coalesce(stream_head.version, 0) <> asked.version
        union all
        select 'known', null::bigint, idempotency.wallet_id, null::text, idempotency.key
        from unnest(asked_wallets || key_wallets, asked_keys || key_texts) as asked (id, key)
                 join idempotency
                      on idempotency.wallet_id = asked.id and idempotency.key = asked.key
        union all
        select 'claimed', null::bigint, claim.wallet_id, claim.kind, claim.reference
        from unnest(claim_kinds, claim_references) as asked (kind, reference)
                 join claim
                      on claim.kind = asked.kind and claim.reference = asked.reference;
    if found then
        return;
    end if;

    if cardinality(key_wallets) > 0 then
        insert into idempotency (wallet_id, key, fingerprint, sequence, events)
        select * from unnest(key_wallets, key_texts, key_fingerprints, key_sequences, key_events)
        order by 1, 2;
    end if;

    if added > 0 then
        if cardinality(claim_kinds) > 0 then
            insert into claim (kind, reference, wallet_id, sequence)
            select * from unnest(claim_kinds, claim_references, claim_wallets, claim_sequences)
            order by 1, 2;
        end if;

        update stream_head
        set version = moved.next, stream_hash = moved.hash
        from unnest(head_wallets, head_versions, head_nexts, head_hashes)
            as moved (id, version, next, hash)
        where stream_head.wallet_id = moved.id
          and stream_head.version = moved.version
          and moved.version > 0
          and moved.next > moved.version;
        get diagnostics changed = row_count;

        insert into stream_head (wallet_id, version, stream_hash)
        select opened.id, opened.next, opened.hash
        from unnest(head_wallets, head_versions, head_nexts, head_hashes)
            as opened (id, version, next, hash)
        where opened.version = 0
          and opened.next > 0;

        if changed <> (select count(*)
                       from unnest(head_versions, head_nexts) as moved (version, next)
                       where moved.version > 0 and moved.next > moved.version)
        then
            raise exception 'a stream has moved on' using errcode = 'serialization_failure';
        end if;

        if cardinality(snapshot_wallets) > 0 then
            insert into snapshot as old (wallet_id, sequence, format, state)
            select taken.id, taken.sequence, snapshot_format, taken.state::json
            from unnest(snapshot_wallets, snapshot_sequences, snapshot_states)
                as taken (id, sequence, state)
            on conflict (wallet_id) do update
                set sequence = excluded.sequence, format = excluded.format, state = excluded.state;
        end if;

        update log_head set position = position + added returning position into strict head;

        insert into event (aggregate_type, aggregate_id, sequence, event_type, event_version,
                           payload, metadata, position, stream_hash, state_hash)
        select 'wallet', noted.id::text, noted.sequence, noted.type, noted.version,
               noted.payload::json, noted.metadata::json, head - added + noted.place,
               noted.hash, noted.state
        from unnest(event_wallets, event_sequences, event_types, event_versions,
                    event_payloads, event_metadatas, event_hashes, event_states)
            with ordinality
            as noted (id, sequence, type, version, payload, metadata, hash, state, place);
    end if;

    return query select 'appended', head - added + 1, null::uuid, null::text, null::text;
end
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: bank_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.bank_account (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    is_first boolean DEFAULT true NOT NULL
);


--
-- Name: member_device; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member_device (
    member_id uuid NOT NULL,
    device bytea NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT member_device_device_check CHECK ((octet_length(device) = 16))
);


--
-- Name: looks_like_one_person(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.looks_like_one_person(one uuid, other uuid) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((one = other) OR (EXISTS (SELECT FROM (public.member_device mine JOIN public.member_device theirs ON ((theirs.device = mine.device))) WHERE ((mine.member_id = looks_like_one_person.one) AND (theirs.member_id = looks_like_one_person.other)))) OR (EXISTS (SELECT FROM (public.bank_account mine JOIN public.bank_account theirs ON ((theirs.holder = mine.holder))) WHERE ((mine.member_id = looks_like_one_person.one) AND (theirs.member_id = looks_like_one_person.other)))));


--
-- Name: proof_key_retire(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.proof_key_retire() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if old.until_size is not null or new.until_size is null
        or (new.key_id, new.verifier, new.since_size, new.handover, new.made_at)
            is distinct from
           (old.key_id, old.verifier, old.since_size, old.handover, old.made_at)
    then
        raise exception 'a key is given up once: % is refused', tg_op
            using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;


--
-- Name: proof_tile_grow(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.proof_tile_grow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if (new.level, new.index) is distinct from (old.level, old.index)
        or new.seed is distinct from old.seed
        or octet_length(new.hashes) < octet_length(old.hashes)
        or substring(new.hashes for octet_length(old.hashes)) is distinct from old.hashes
    then
        raise exception 'a tile only grows: % is refused', tg_op
            using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;


--
-- Name: refuse_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'insufficient_privilege';
end
$$;


--
-- Name: refuse_erased(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    subject uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
    since timestamptz;
begin
    select erased_at into since from member where id = subject for key share;
    if since is not null then
        raise exception 'member % is erased', subject
            using errcode = 'object_not_in_prerequisite_state';
    end if;
    return null;
end
$$;


--
-- Name: refuse_erased_member(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_erased_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'member % is erased', old.id
        using errcode = 'object_not_in_prerequisite_state';
end
$$;


--
-- Name: refuse_erased_message(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_erased_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from member where id = new.member_id and erased_at is not null) then
        raise exception 'member % is erased', new.member_id
            using errcode = 'object_not_in_prerequisite_state';
    end if;
    return null;
end
$$;


--
-- Name: staff_act_append(timestamp with time zone, uuid, uuid, text, text, text, text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.staff_act_append(act_at timestamp with time zone, act_staff uuid, act_session uuid, act_kind text, act_subject_kind text, act_subject text, act_reason text, act_request text, act_detail text) RETURNS bigint
    LANGUAGE plpgsql
    SET lock_timeout TO '5s'
    AS $$
declare
    last staff_act_head;
    next bytea;
begin
    select * into strict last from staff_act_head for update;
    next := sha256(
        last.hash || int8send(last.id + 1)
            || int8send((extract(epoch from act_at) * 1000000)::bigint)
            || staff_act_part(uuid_send(act_staff)) || staff_act_part(uuid_send(act_session))
            || staff_act_part(convert_to(act_kind, 'UTF8'))
            || staff_act_part(convert_to(act_subject_kind, 'UTF8'))
            || staff_act_part(convert_to(act_subject, 'UTF8'))
            || staff_act_part(convert_to(act_reason, 'UTF8'))
            || staff_act_part(convert_to(act_request, 'UTF8'))
            || staff_act_part(convert_to(act_detail, 'UTF8')));
    insert into staff_act (id, at, staff_id, session_id, kind, subject_kind, subject_id, reason,
                           request_id, detail, prev_hash, hash)
    values (last.id + 1, act_at, act_staff, act_session, act_kind, act_subject_kind, act_subject,
            act_reason, act_request, act_detail::json, last.hash, next);
    update staff_act_head set id = last.id + 1, hash = next;
    return last.id + 1;
end
$$;


--
-- Name: staff_act_part(bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.staff_act_part(part bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$
select case
           when part is null then int4send(-1)
           else int4send(octet_length(part)) || part
       end
$$;


--
-- Name: _sqlx_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: chat_conversation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_conversation (
    id uuid NOT NULL,
    member_id uuid,
    guest_id uuid,
    merged_into uuid,
    session_id uuid NOT NULL,
    is_session_over boolean DEFAULT false NOT NULL,
    last_sequence bigint DEFAULT 0 NOT NULL,
    last_message_at timestamp with time zone,
    read_by_customer bigint DEFAULT 0 NOT NULL,
    read_by_agent bigint DEFAULT 0 NOT NULL,
    waiting_since timestamp with time zone,
    assigned_to uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT chat_conversation_check CHECK ((num_nonnulls(member_id, guest_id) = 1)),
    CONSTRAINT chat_conversation_check1 CHECK (((merged_into IS NULL) OR (guest_id IS NOT NULL))),
    CONSTRAINT chat_conversation_last_sequence_check CHECK ((last_sequence >= 0))
);


--
-- Name: chat_file; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_file (
    id uuid NOT NULL,
    owner_kind text NOT NULL,
    owner_id uuid NOT NULL,
    file_name text NOT NULL,
    shown_name text NOT NULL,
    media_type text NOT NULL,
    byte_count integer NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    is_shared boolean DEFAULT false NOT NULL,
    address_key bytea,
    sha256 bytea,
    CONSTRAINT chat_file_byte_count_check CHECK ((byte_count > 0)),
    CONSTRAINT chat_file_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'video/mp4'::text, 'video/quicktime'::text]))),
    CONSTRAINT chat_file_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['member'::text, 'guest'::text, 'staff'::text]))),
    CONSTRAINT chat_file_sha256_length CHECK ((octet_length(sha256) = 32))
);


--
-- Name: chat_file_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_file_total (
    owner_kind text NOT NULL,
    byte_count bigint NOT NULL,
    CONSTRAINT chat_file_total_byte_count_check CHECK ((byte_count >= 0)),
    CONSTRAINT chat_file_total_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['member'::text, 'guest'::text, 'staff'::text])))
);


--
-- Name: chat_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_message (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    sequence bigint NOT NULL,
    session_id uuid NOT NULL,
    sender text NOT NULL,
    author_id uuid NOT NULL,
    staff_name text,
    client_id text,
    fingerprint bytea,
    message_type text NOT NULL,
    payload jsonb,
    file_id uuid,
    created_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone,
    xact bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT chat_message_check CHECK (((erased_at IS NULL) OR (num_nonnulls(payload, file_id, fingerprint) = 0))),
    CONSTRAINT chat_message_check1 CHECK (((erased_at IS NOT NULL) OR (payload IS NOT NULL))),
    CONSTRAINT chat_message_erased_client_check CHECK (((erased_at IS NULL) OR (client_id IS NULL) OR (client_id ~~ 'erased-%'::text))),
    CONSTRAINT chat_message_sender_check CHECK ((sender = ANY (ARRAY['customer'::text, 'agent'::text]))),
    CONSTRAINT chat_message_sequence_check CHECK ((sequence > 0))
);


--
-- Name: chat_reply; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_reply (
    id uuid NOT NULL,
    title text NOT NULL,
    shortcut text NOT NULL,
    message_type text NOT NULL,
    payload jsonb NOT NULL,
    file_id uuid,
    changed_by uuid NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT chat_reply_shortcut_check CHECK ((shortcut ~ '^[a-z0-9_-]{1,32}$'::text)),
    CONSTRAINT chat_reply_title_check CHECK ((title <> ''::text))
);


--
-- Name: claim; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.claim (
    kind text NOT NULL,
    reference text NOT NULL,
    wallet_id uuid NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT claim_sequence_check CHECK ((sequence > 0))
);


--
-- Name: erasure; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.erasure (
    member_id uuid NOT NULL,
    asked_by text NOT NULL,
    reason text NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT erasure_asked_by_check CHECK ((asked_by <> ''::text)),
    CONSTRAINT erasure_reason_check CHECK ((reason <> ''::text))
);


--
-- Name: event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event (
    aggregate_type text NOT NULL,
    aggregate_id text NOT NULL,
    sequence bigint NOT NULL,
    event_type text NOT NULL,
    event_version text NOT NULL,
    payload json NOT NULL,
    metadata json NOT NULL,
    "position" bigint NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    stream_hash bytea NOT NULL,
    state_hash bytea,
    CONSTRAINT event_position_check CHECK (("position" > 0)),
    CONSTRAINT event_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT event_state_hash_check CHECK ((octet_length(state_hash) = 32)),
    CONSTRAINT event_stream_hash_check CHECK ((octet_length(stream_hash) = 32))
);


--
-- Name: game_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_account (
    wallet_id uuid NOT NULL,
    game text NOT NULL,
    username text NOT NULL,
    amount numeric(20,2) NOT NULL,
    observed_at timestamp with time zone,
    "position" bigint NOT NULL,
    CONSTRAINT game_account_amount_check CHECK ((amount >= (0)::numeric))
)
WITH (fillfactor='70');


--
-- Name: game_credential; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_credential (
    wallet_id uuid NOT NULL,
    game text NOT NULL,
    username text NOT NULL,
    sealed bytea NOT NULL,
    sealed_next bytea,
    opened_by_key text,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT game_credential_username_check CHECK ((username ~ '^[a-z0-9]{6,16}$'::text))
);


--
-- Name: gift_link; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gift_link (
    gift_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    voucher text NOT NULL,
    sealed bytea,
    reason text,
    submitted_at timestamp with time zone NOT NULL,
    CONSTRAINT gift_link_voucher_check CHECK ((voucher ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: guest; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guest (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    linked_to uuid,
    CONSTRAINT guest_check CHECK (((linked_to IS NULL) OR (revoked_at IS NOT NULL))),
    CONSTRAINT guest_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);


--
-- Name: idempotency; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency (
    wallet_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    sequence bigint NOT NULL,
    events integer NOT NULL,
    CONSTRAINT idempotency_check CHECK (((events >= 0) AND (events <= sequence))),
    CONSTRAINT idempotency_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT idempotency_key_check CHECK ((key <> ''::text)),
    CONSTRAINT idempotency_sequence_check CHECK ((sequence >= 0))
);


--
-- Name: invite_day; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invite_day (
    day date NOT NULL,
    done_at timestamp with time zone NOT NULL
);


--
-- Name: invite_figure; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invite_figure (
    day date NOT NULL,
    invitee uuid NOT NULL,
    taken_until timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);


--
-- Name: member; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member (
    id uuid NOT NULL,
    username text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    currency text NOT NULL,
    source_code text NOT NULL,
    invite_code text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    inviter_id uuid,
    erased_at timestamp with time zone,
    CONSTRAINT member_currency_check CHECK ((currency = ANY (ARRAY['THB'::text, 'LAK'::text])))
);


--
-- Name: invitee; Type: VIEW; Schema: public; Owner: -
--

CREATE VIEW public.invitee AS
 SELECT member.id,
    member.inviter_id,
    played.since
   FROM (public.member
     JOIN LATERAL ( SELECT min(game_credential.created_at) AS since
           FROM public.game_credential
          WHERE (game_credential.wallet_id = member.id)) played ON ((played.since IS NOT NULL)))
  WHERE ((member.inviter_id IS NOT NULL) AND (NOT public.looks_like_one_person(member.id, member.inviter_id)));


--
-- Name: kept_answer; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kept_answer (
    owner_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    body text NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT kept_answer_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT kept_answer_key_check CHECK ((key <> ''::text)),
    CONSTRAINT kept_answer_status_check CHECK (((status >= 200) AND (status <= 499)))
);


--
-- Name: lease; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lease (
    name text NOT NULL,
    holder uuid NOT NULL,
    token bigint NOT NULL,
    held_until timestamp with time zone NOT NULL,
    CONSTRAINT lease_token_check CHECK ((token >= 0))
);


--
-- Name: log_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.log_head (
    is_only boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT log_head_is_only_check CHECK (is_only),
    CONSTRAINT log_head_position_check CHECK (("position" >= 0))
)
WITH (fillfactor='10');


--
-- Name: open_work; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.open_work (
    kind text NOT NULL,
    wallet_id uuid NOT NULL,
    work_id uuid NOT NULL,
    status text NOT NULL,
    currency text,
    amount numeric(20,2),
    detail jsonb NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    opened_position bigint NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT open_work_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT open_work_check CHECK (((currency IS NULL) = (amount IS NULL))),
    CONSTRAINT open_work_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'withdrawal'::text, 'slip'::text, 'qr'::text, 'gift'::text, 'manual_deposit'::text]))),
    CONSTRAINT open_work_status_check CHECK ((status = ANY (ARRAY['started'::text, 'sent'::text, 'unknown'::text, 'referred'::text])))
);


--
-- Name: operation_run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.operation_run (
    id uuid NOT NULL,
    kind text NOT NULL,
    view text,
    started_by uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    done bigint DEFAULT 0 NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    ended_at timestamp with time zone,
    failure text,
    result jsonb,
    CONSTRAINT operation_run_check CHECK (((kind = 'rebuild'::text) = (view IS NOT NULL))),
    CONSTRAINT operation_run_check1 CHECK (((ended_at IS NOT NULL) OR ((failure IS NULL) AND (result IS NULL)))),
    CONSTRAINT operation_run_done_check CHECK ((done >= 0)),
    CONSTRAINT operation_run_kind_check CHECK ((kind = ANY (ARRAY['rebuild'::text, 'verify'::text]))),
    CONSTRAINT operation_run_total_check CHECK ((total >= 0))
);


--
-- Name: otp; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.otp (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    ref text NOT NULL,
    phone text NOT NULL,
    purpose text NOT NULL,
    code_mac bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    consumed_at timestamp with time zone
);


--
-- Name: process_attempt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.process_attempt (
    process text NOT NULL,
    subject_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    attempts integer NOT NULL,
    first_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    last_seen text NOT NULL,
    is_halted boolean DEFAULT false NOT NULL,
    CONSTRAINT process_attempt_attempts_check CHECK ((attempts > 0)),
    CONSTRAINT process_attempt_process_check CHECK ((process = ANY (ARRAY['transfer'::text, 'withdrawal'::text, 'slip'::text, 'qr'::text, 'gift'::text])))
);


--
-- Name: projection_checkpoint; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.projection_checkpoint (
    view text NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT projection_checkpoint_position_check CHECK (("position" >= 0))
)
WITH (fillfactor='50');


--
-- Name: proof_checkpoint; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof_checkpoint (
    size bigint NOT NULL,
    root bytea NOT NULL,
    note text NOT NULL,
    sealed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT proof_checkpoint_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT proof_checkpoint_size_check CHECK ((size > 0))
);


--
-- Name: proof_finding; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof_finding (
    problem text NOT NULL,
    found_at timestamp with time zone NOT NULL,
    cleared_by uuid,
    cleared_at timestamp with time zone,
    CONSTRAINT proof_finding_check CHECK (((cleared_by IS NULL) = (cleared_at IS NULL))),
    CONSTRAINT proof_finding_problem_check CHECK ((problem <> ''::text))
);


--
-- Name: proof_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof_head (
    is_only boolean DEFAULT true NOT NULL,
    size bigint NOT NULL,
    CONSTRAINT proof_head_is_only_check CHECK (is_only),
    CONSTRAINT proof_head_size_check CHECK ((size >= 0))
)
WITH (fillfactor='10');


--
-- Name: proof_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof_key (
    key_id bigint NOT NULL,
    verifier text NOT NULL,
    since_size bigint NOT NULL,
    until_size bigint,
    handover text,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT proof_key_check CHECK ((until_size >= since_size)),
    CONSTRAINT proof_key_key_id_check CHECK (((key_id >= 0) AND (key_id <= '4294967295'::bigint))),
    CONSTRAINT proof_key_since_size_check CHECK ((since_size >= 0))
);


--
-- Name: proof_tile; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof_tile (
    level smallint NOT NULL,
    index bigint NOT NULL,
    hashes bytea NOT NULL,
    seed bytea,
    CONSTRAINT proof_tile_hashes_check CHECK ((((octet_length(hashes) % 32) = 0) AND ((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)))),
    CONSTRAINT proof_tile_index_check CHECK ((index >= 0)),
    CONSTRAINT proof_tile_leaf_check CHECK (((level = 0) = (seed IS NOT NULL))),
    CONSTRAINT proof_tile_level_check CHECK (((level >= 0) AND (level <= 7))),
    CONSTRAINT proof_tile_seed_check CHECK ((octet_length(seed) = 32))
);
ALTER TABLE ONLY public.proof_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;


--
-- Name: qr_order; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.qr_order (
    order_id uuid NOT NULL,
    order_ref text NOT NULL,
    wallet_id uuid NOT NULL,
    channel text NOT NULL,
    currency text NOT NULL,
    amount numeric(20,2) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    is_placed boolean DEFAULT false NOT NULL,
    payload text,
    is_withdrawn boolean DEFAULT false NOT NULL,
    settlement text,
    questions integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone NOT NULL,
    CONSTRAINT qr_order_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT qr_order_check CHECK ((expires_at > created_at)),
    CONSTRAINT qr_order_currency_check CHECK ((currency = ANY (ARRAY['THB'::text, 'LAK'::text]))),
    CONSTRAINT qr_order_order_ref_check CHECK ((order_ref ~ '^[A-Z0-9]{1,20}$'::text)),
    CONSTRAINT qr_order_settlement_check CHECK ((settlement = ANY (ARRAY['paid'::text, 'referred'::text, 'unpaid'::text, 'unplaced'::text])))
);


--
-- Name: reconciliation_day; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reconciliation_day (
    day date NOT NULL,
    source text NOT NULL,
    taken_until timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);


--
-- Name: reconciliation_difference; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reconciliation_difference (
    run_id uuid NOT NULL,
    ordinal bigint NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    ours text,
    theirs text,
    CONSTRAINT reconciliation_difference_kind_check CHECK ((kind = ANY (ARRAY['missing_outside'::text, 'missing_here'::text, 'amount'::text, 'balance'::text])))
);


--
-- Name: reconciliation_run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reconciliation_run (
    run_id uuid NOT NULL,
    source text NOT NULL,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    ran_at timestamp with time zone NOT NULL,
    compared bigint NOT NULL,
    open bigint NOT NULL,
    unclaimed bigint NOT NULL,
    differences bigint NOT NULL,
    problem text,
    CONSTRAINT reconciliation_run_check CHECK ((to_at > from_at)),
    CONSTRAINT reconciliation_run_compared_check CHECK ((compared >= 0)),
    CONSTRAINT reconciliation_run_differences_check CHECK ((differences >= 0)),
    CONSTRAINT reconciliation_run_open_check CHECK ((open >= 0)),
    CONSTRAINT reconciliation_run_unclaimed_check CHECK ((unclaimed >= 0))
);


--
-- Name: reward_grant; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_grant (
    wallet_id uuid NOT NULL,
    grant_id uuid NOT NULL,
    kind text NOT NULL,
    reference text NOT NULL,
    status text NOT NULL,
    currency text NOT NULL,
    amount numeric(20,2) NOT NULL,
    base numeric(20,2) NOT NULL,
    deposit_amount numeric(20,2),
    success_percent bigint NOT NULL,
    fail_percent bigint NOT NULL,
    turnover_times bigint NOT NULL,
    max_withdraw numeric(20,2),
    expires_at timestamp with time zone,
    takes_back boolean NOT NULL,
    quota_no bigint,
    coupon uuid,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    total_at_end numeric(20,2),
    turnover_at_end numeric(20,2),
    taken numeric(20,2),
    "position" bigint NOT NULL,
    CONSTRAINT reward_grant_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT reward_grant_base_check CHECK ((base >= (0)::numeric)),
    CONSTRAINT reward_grant_check CHECK (((ended_at IS NULL) = (status = ANY (ARRAY['ACTIVE'::text, 'MET'::text])))),
    CONSTRAINT reward_grant_check1 CHECK (((ended_at IS NULL) = (taken IS NULL))),
    CONSTRAINT reward_grant_kind_check CHECK ((kind = ANY (ARRAY['bonus'::text, 'promotion'::text, 'refund'::text, 'invite'::text, 'coupon'::text]))),
    CONSTRAINT reward_grant_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'MET'::text, 'SUCCESS'::text, 'FAIL'::text, 'EXPIRED'::text, 'EXCLUDED'::text])))
)
WITH (fillfactor='90');


--
-- Name: reward_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_head (
    wallet_id uuid NOT NULL,
    active_grant uuid,
    pending_refund timestamp with time zone,
    refunds bigint NOT NULL,
    invites bigint NOT NULL,
    spins bigint NOT NULL,
    coins bigint NOT NULL,
    CONSTRAINT reward_head_coins_check CHECK ((coins >= 0)),
    CONSTRAINT reward_head_invites_check CHECK ((invites >= 0)),
    CONSTRAINT reward_head_refunds_check CHECK ((refunds >= 0)),
    CONSTRAINT reward_head_spins_check CHECK ((spins >= 0))
)
WITH (fillfactor='70');


--
-- Name: reward_invite; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_invite (
    wallet_id uuid NOT NULL,
    invitee uuid NOT NULL,
    period_from timestamp with time zone NOT NULL,
    period_to timestamp with time zone NOT NULL,
    currency text NOT NULL,
    net_loss numeric(20,2) NOT NULL,
    amount numeric(20,2) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT reward_invite_amount_check CHECK ((amount > (0)::numeric))
);


--
-- Name: reward_refund; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_refund (
    wallet_id uuid NOT NULL,
    period_from timestamp with time zone NOT NULL,
    period_to timestamp with time zone NOT NULL,
    status text NOT NULL,
    currency text NOT NULL,
    net_loss numeric(20,2) NOT NULL,
    amount numeric(20,2) NOT NULL,
    keep_until timestamp with time zone NOT NULL,
    grant_id uuid,
    created_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT reward_refund_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT reward_refund_check CHECK (((grant_id IS NOT NULL) = (status = 'ADDED'::text))),
    CONSTRAINT reward_refund_status_check CHECK ((status = ANY (ARRAY['RECEIVED'::text, 'ADDED'::text])))
);


--
-- Name: reward_seed; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_seed (
    wallet_id uuid NOT NULL,
    seed_id uuid NOT NULL,
    commit_hash text NOT NULL,
    client_seed text NOT NULL,
    seed text,
    spins bigint NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    revealed_at timestamp with time zone,
    "position" bigint NOT NULL,
    CONSTRAINT reward_seed_check CHECK (((seed IS NULL) = (revealed_at IS NULL))),
    CONSTRAINT reward_seed_spins_check CHECK ((spins >= 0))
)
WITH (fillfactor='90');


--
-- Name: reward_spin; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_spin (
    wallet_id uuid NOT NULL,
    spin_id uuid NOT NULL,
    seed_id uuid NOT NULL,
    client_seed text NOT NULL,
    nonce bigint NOT NULL,
    wheel text NOT NULL,
    ticket bigint NOT NULL,
    slice text NOT NULL,
    prize text NOT NULL,
    prize_coins bigint,
    currency text,
    worth numeric(20,2),
    valid_days bigint,
    expires_at timestamp with time zone,
    coins_after bigint NOT NULL,
    grant_id uuid,
    created_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT reward_spin_check CHECK (((prize_coins IS NOT NULL) = (prize = 'coins'::text))),
    CONSTRAINT reward_spin_check1 CHECK (((worth IS NOT NULL) = (prize = 'coupon'::text))),
    CONSTRAINT reward_spin_check2 CHECK (((currency IS NULL) = (worth IS NULL))),
    CONSTRAINT reward_spin_coins_after_check CHECK ((coins_after >= 0)),
    CONSTRAINT reward_spin_prize_check CHECK ((prize = ANY (ARRAY['nothing'::text, 'coins'::text, 'coupon'::text, 'gift'::text])))
)
WITH (fillfactor='90');


--
-- Name: reward_wheel; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reward_wheel (
    wheel text NOT NULL,
    slices jsonb NOT NULL,
    "position" bigint NOT NULL
);


--
-- Name: session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    member_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    idle_seconds integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT session_idle_seconds_check CHECK ((idle_seconds > 0))
);


--
-- Name: slip_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.slip_entry (
    wallet_id uuid NOT NULL,
    slip_id uuid NOT NULL,
    status text NOT NULL,
    is_referred boolean NOT NULL,
    currency text NOT NULL,
    amount numeric(20,2),
    reason text,
    sending_bank text,
    trans_ref text,
    deposit_account text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    "position" bigint NOT NULL,
    CONSTRAINT slip_entry_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT slip_entry_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);


--
-- Name: slip_file; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.slip_file (
    slip_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    file_name text NOT NULL,
    media_type text NOT NULL,
    byte_count integer NOT NULL,
    sha256 bytea NOT NULL,
    payload text,
    refusal text,
    uploaded_at timestamp with time zone NOT NULL,
    CONSTRAINT slip_file_byte_count_check CHECK ((byte_count > 0)),
    CONSTRAINT slip_file_check CHECK (((payload IS NULL) <> (refusal IS NULL))),
    CONSTRAINT slip_file_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/gif'::text]))),
    CONSTRAINT slip_file_sha256_check CHECK ((octet_length(sha256) = 32))
);


--
-- Name: slip_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.slip_head (
    wallet_id uuid NOT NULL,
    currency text NOT NULL,
    slips bigint NOT NULL,
    CONSTRAINT slip_head_slips_check CHECK ((slips >= 0))
)
WITH (fillfactor='70');


--
-- Name: snapshot; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.snapshot (
    wallet_id uuid NOT NULL,
    sequence bigint NOT NULL,
    format integer NOT NULL,
    state json NOT NULL,
    CONSTRAINT snapshot_sequence_check CHECK ((sequence > 0))
);


--
-- Name: socket_ticket; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.socket_ticket (
    ticket_hash bytea NOT NULL,
    session_id uuid,
    expires_at timestamp with time zone NOT NULL,
    guest_id uuid,
    staff_session_id uuid,
    staff_id uuid,
    staff_name text,
    CONSTRAINT socket_ticket_holder_check CHECK ((num_nonnulls(session_id, guest_id, staff_session_id) = 1)),
    CONSTRAINT socket_ticket_staff_check CHECK ((num_nonnulls(staff_session_id, staff_id, staff_name) = ANY (ARRAY[0, 3])))
);


--
-- Name: staff; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff (
    id uuid NOT NULL,
    username text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    totp_sealed bytea NOT NULL,
    totp_last_step bigint DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT staff_name_check CHECK ((name <> ''::text)),
    CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'supervisor'::text, 'auditor'::text]))),
    CONSTRAINT staff_username_check CHECK (((username = lower(username)) AND (username <> ''::text)))
);


--
-- Name: staff_act; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_act (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    staff_id uuid,
    session_id uuid,
    kind text NOT NULL,
    subject_kind text,
    subject_id text,
    reason text,
    request_id text NOT NULL,
    detail json NOT NULL,
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT staff_act_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT staff_act_id_check CHECK ((id > 0)),
    CONSTRAINT staff_act_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT staff_act_prev_hash_check CHECK ((octet_length(prev_hash) = 32))
);


--
-- Name: staff_act_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_act_head (
    is_only boolean DEFAULT true NOT NULL,
    id bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT staff_act_head_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT staff_act_head_id_check CHECK ((id >= 0)),
    CONSTRAINT staff_act_head_is_only_check CHECK (is_only)
)
WITH (fillfactor='10');


--
-- Name: staff_address; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_address (
    staff_id uuid NOT NULL,
    address bytea NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT staff_address_address_check CHECK ((octet_length(address) = 16))
);


--
-- Name: staff_decision; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_decision (
    id uuid NOT NULL,
    asked_by uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    currency text,
    amount numeric(20,2),
    decision jsonb NOT NULL,
    reason text NOT NULL,
    needs_second boolean NOT NULL,
    status text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    decided_reason text,
    "position" bigint,
    code text,
    terms jsonb,
    moves_money boolean DEFAULT false NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT staff_decision_check CHECK (((currency IS NULL) = (amount IS NULL))),
    CONSTRAINT staff_decision_check1 CHECK (((NOT needs_second) OR (decided_by IS NULL) OR (decided_by <> asked_by))),
    CONSTRAINT staff_decision_check2 CHECK ((needs_second OR (status <> 'PENDING'::text))),
    CONSTRAINT staff_decision_check3 CHECK (((status = 'DONE'::text) = ("position" IS NOT NULL))),
    CONSTRAINT staff_decision_check4 CHECK (((status = 'FAILED'::text) = (code IS NOT NULL))),
    CONSTRAINT staff_decision_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT staff_decision_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'AGREED'::text, 'DONE'::text, 'REFUSED'::text, 'EXPIRED'::text, 'FAILED'::text])))
);


--
-- Name: staff_login_refusal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_login_refusal (
    minute timestamp with time zone NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT staff_login_refusal_count_check CHECK ((count > 0))
);


--
-- Name: staff_look; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_look (
    id uuid NOT NULL,
    staff_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    reason text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT staff_look_reason_check CHECK ((reason <> ''::text))
);


--
-- Name: staff_session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.staff_session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    staff_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    idle_seconds integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT staff_session_idle_seconds_check CHECK ((idle_seconds > 0)),
    CONSTRAINT staff_session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);


--
-- Name: statement_count; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.statement_count (
    wallet_id uuid NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    lines bigint NOT NULL,
    CONSTRAINT statement_count_lines_check CHECK ((lines >= 0))
)
WITH (fillfactor='70');


--
-- Name: statement_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.statement_head (
    wallet_id uuid NOT NULL,
    currency text NOT NULL,
    balance numeric(20,2) NOT NULL,
    CONSTRAINT statement_head_balance_check CHECK ((balance >= (0)::numeric))
)
WITH (fillfactor='70');


--
-- Name: statement_line; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.statement_line (
    wallet_id uuid NOT NULL,
    kind text NOT NULL,
    operation_id uuid NOT NULL,
    is_return boolean NOT NULL,
    status text NOT NULL,
    direction text NOT NULL,
    from_place text NOT NULL,
    to_place text NOT NULL,
    currency text NOT NULL,
    amount numeric(20,2) NOT NULL,
    balance numeric(20,2),
    started_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    reference text,
    deposit_account text,
    bank_account uuid,
    reason text,
    method text,
    held_until timestamp with time zone,
    grant_kind text,
    grant_reference text,
    grant_outcome text,
    CONSTRAINT statement_line_balance_check CHECK ((balance >= (0)::numeric)),
    CONSTRAINT statement_line_check CHECK (((direction = 'none'::text) = (balance IS NULL))),
    CONSTRAINT statement_line_check1 CHECK (((method IS NOT NULL) = (kind = 'deposit'::text))),
    CONSTRAINT statement_line_check2 CHECK (((amount > (0)::numeric) OR ((kind = 'finish_bonus'::text) AND (amount = (0)::numeric) AND (balance IS NULL)))),
    CONSTRAINT statement_line_check3 CHECK (((grant_kind IS NOT NULL) = (kind = ANY (ARRAY['bonus'::text, 'finish_bonus'::text])))),
    CONSTRAINT statement_line_check4 CHECK (((grant_kind IS NULL) = (grant_reference IS NULL))),
    CONSTRAINT statement_line_check5 CHECK (((grant_outcome IS NOT NULL) = (kind = 'finish_bonus'::text))),
    CONSTRAINT statement_line_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'none'::text]))),
    CONSTRAINT statement_line_grant_kind_check CHECK ((grant_kind = ANY (ARRAY['bonus'::text, 'promotion'::text, 'refund'::text, 'invite'::text, 'coupon'::text]))),
    CONSTRAINT statement_line_grant_outcome_check CHECK ((grant_outcome = ANY (ARRAY['SUCCESS'::text, 'FAIL'::text, 'EXPIRED'::text, 'EXCLUDED'::text]))),
    CONSTRAINT statement_line_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'transfer'::text, 'withdraw'::text, 'bonus'::text, 'finish_bonus'::text, 'correction'::text]))),
    CONSTRAINT statement_line_method_check CHECK ((method = ANY (ARRAY['slip'::text, 'qr'::text, 'gift'::text, 'manual'::text]))),
    CONSTRAINT statement_line_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);


--
-- Name: statement_sweep; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.statement_sweep (
    wallet_id uuid NOT NULL,
    sweep_id uuid NOT NULL,
    onward uuid NOT NULL,
    to_place text NOT NULL
);


--
-- Name: stream_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.stream_head (
    wallet_id uuid NOT NULL,
    version bigint NOT NULL,
    stream_hash bytea NOT NULL,
    CONSTRAINT stream_head_stream_hash_check CHECK ((octet_length(stream_hash) = 32)),
    CONSTRAINT stream_head_version_check CHECK ((version > 0))
)
WITH (fillfactor='70');


--
-- Name: throttle; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.throttle (
    scope text NOT NULL,
    subject bytea NOT NULL,
    count integer NOT NULL,
    since timestamp with time zone NOT NULL,
    blocked_until timestamp with time zone,
    updated_at timestamp with time zone NOT NULL
);


--
-- Name: trial_balance; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.trial_balance (
    account text NOT NULL,
    currency text NOT NULL,
    amount numeric(28,2) NOT NULL,
    "position" bigint NOT NULL
)
WITH (fillfactor='50');


--
-- Name: wallet_balance; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wallet_balance (
    wallet_id uuid NOT NULL,
    currency text NOT NULL,
    main numeric(20,2) NOT NULL,
    in_transit numeric(20,2) NOT NULL,
    withdrawal numeric(20,2) NOT NULL,
    last_sync timestamp with time zone,
    "position" bigint NOT NULL,
    coins bigint DEFAULT 0 NOT NULL,
    CONSTRAINT wallet_balance_coins_check CHECK ((coins >= 0)),
    CONSTRAINT wallet_balance_in_transit_check CHECK ((in_transit >= (0)::numeric)),
    CONSTRAINT wallet_balance_main_check CHECK ((main >= (0)::numeric)),
    CONSTRAINT wallet_balance_withdrawal_check CHECK ((withdrawal >= (0)::numeric))
)
WITH (fillfactor='70');


--
-- Name: wallet_sync; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wallet_sync (
    wallet_id uuid NOT NULL,
    synced_at timestamp with time zone NOT NULL
);


--
-- Name: wheel_seed; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wheel_seed (
    seed_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT wheel_seed_sealed_check CHECK ((octet_length(sealed) = 60))
);


--
-- Data for Name: _sqlx_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public._sqlx_migrations VALUES
	(20261121100000, 'app role', '2026-11-26 01:42:41.325516+00', true, '\x5938fff2d0944594a21f5e9369253c4b3328d9dae869936e156c31b20171bba9f614172afac42f024a15fdea112ac293', 7281824),
	(20261121100100, 'journal', '2026-11-26 01:42:41.33311+00', true, '\xa70f3eaf630ef2101dca33d06713fb1446aaf78d08090a096feb94512f95914d29730e38af8aeac59d421c85f2a5b99e', 6524742),
	(20261121100200, 'append only', '2026-11-26 01:42:41.339873+00', true, '\xcf90fbf07dd3b8b51fc3d7392ed143af3884e3c8c0d2cc8b5a9199fcd5ce9ca391b10b0f7610e3d4c83afcc7aa0c3157', 889159),
	(20261121100300, 'journal append', '2026-11-26 01:42:41.340955+00', true, '\xeee4ee24901fed048719e327b06ed6eaa68d8d2c1f278a78d603d50b8b2586eea480a2bf2388bcf71d1ca5b54bf95483', 1084748),
	(20261121110000, 'projection checkpoint', '2026-11-26 01:42:41.342175+00', true, '\x4338317947ec89a925412700306faa0141d2117fa80d949b09e7ac2cc2f0bb4cd56f4b9d72009c6a2181d3d264231919', 1113421),
	(20261121110001, 'wallet balance', '2026-11-26 01:42:41.343443+00', true, '\x496afbed4faf9928fce740cf97a9cc2fc745c560d5b8d7575676cd7085f211850ed2f30b2ff4858a67b19b448481d012', 4120528),
	(20261121110002, 'statement', '2026-11-26 01:42:41.347762+00', true, '\x9e9ff39854b8e7051374c763af3c919490e138537a7f7d9d89311d3309d1a026ffb0a729cf17912e3e8069d612811014', 3286402),
	(20261121110003, 'slip entry', '2026-11-26 01:42:41.351186+00', true, '\xcbf2bf748cf1204b6cecf27c20190178cdc7fca967e50d2ebc236c0fe2549284cc2ce6f179c43b9346aa1427ff3fa820', 2085061),
	(20261121110004, 'trial balance', '2026-11-26 01:42:41.353407+00', true, '\xe639237a34353dcceddd08fbf1cc2d3244208a19b75beea706f5840a3d7433b7d823456c598ec3437c09af5597ca548c', 899143),
	(20261121110005, 'open work', '2026-11-26 01:42:41.354422+00', true, '\x71e288b194447a5e84344424cffd7c45759ad8fb139997643b1f7354919fed5795ebd35838aec3bad0dd1267259fa50d', 2872588),
	(20261121110006, 'view grant', '2026-11-26 01:42:41.35751+00', true, '\xa7f48b8eff3e5b6b6e0ac599ff148b19abf2ce6518a797cf780feafffaaedbe10bc7f7e9048a112410b80e285d04936a', 970779),
	(20261121120000, 'member', '2026-11-26 01:42:41.358604+00', true, '\x6480efad1a3aaf9c1a525ea24b0b3f2f1c97db943eb085abffe92aff7af40dc86ff923d5f5ffbc93718937e2c5e20eee', 2533025),
	(20261121120001, 'session', '2026-11-26 01:42:41.361267+00', true, '\x90a01451040e33115983d09c7903ab76098dc459e2e23e298f64afb2b18045bb311fd2bdb1e2cd2cc38a6742e6c7c259', 12117302),
	(20261121120002, 'otp', '2026-11-26 01:42:41.373513+00', true, '\xaeda90d8b1bc165b2853e67569ffb315fa0123300c03c175b2cbc108bb298a4a0c628d9a4162252eb7cd206a6bba5be5', 1741772),
	(20261121120003, 'throttle', '2026-11-26 01:42:41.375366+00', true, '\x4cdb06a4668703a51dfddc014264dcdf0f72db875aec555b5288ea923e1f68b4ebb15b20485e1b94f506b47680629aac', 1184596),
	(20261121130000, 'slip file', '2026-11-26 01:42:41.376681+00', true, '\x43264a05673c1ef43c08ceb96483bb51c1c79642896b3db386bdab586c248639a10c08411bc65bad2a1754b2a3fcbc06', 1584168),
	(20261121130100, 'game credential', '2026-11-26 01:42:41.378356+00', true, '\x065d36741a4167ef234766e1fad0517be8e9fe5bd476b8830d53127d9b3611721cd855cf847afcc8a236a0165b23af41', 1221451),
	(20261121130200, 'process attempt', '2026-11-26 01:42:41.379684+00', true, '\x8ee92ca673034e11843a4404ca2d0670ebbdf0c1a31a06b909073f44ca22c29a53635210f583a9e867616d1a44ab0641', 1063377),
	(20261121130300, 'wallet sync', '2026-11-26 01:42:41.380863+00', true, '\x3626e1ea973a6f61536cf8b65b21178a1a7bbc68a89efe08bb480b98ef6752747c6c39fb4a53a374b0ecfe1dff20dfbe', 688961),
	(20261121130400, 'slip file delete', '2026-11-26 01:42:41.381651+00', true, '\x31c593e4a8705beb5c71df87cddfa17f143160c5fa6ae4fd3259899a40e993262fb3a129c6f536197d21f77a84580902', 308958),
	(20261121140000, 'open work', '2026-11-26 01:42:41.38205+00', true, '\xa7a5531c7aa2055bd1b1322256b63e7f851b41fa1cc63eaea44ea273f594b6e313e8de471dbbb63c41f42587202a2c05', 3914873),
	(20261121140001, 'statement method', '2026-11-26 01:42:41.386144+00', true, '\x158f8ae9d2ecd971cb277257eae390938279a7597bd2abdc8608fae5e9a1566146465dc3818d131c8b934f1eccf37808', 1653671),
	(20261121140100, 'qr order', '2026-11-26 01:42:41.387929+00', true, '\x4e6bfea5445785d2aaeb12ff3012ab1980dd3bf50523100715035d30fca9e51d69c003295d7594041f1ba619392a98a5', 10769194),
	(20261121140200, 'gift link', '2026-11-26 01:42:41.398866+00', true, '\x007d8e436ce013b2466b60ff48351108d1a96f84e207b1fb643082df03935ea26d9466ca99d633f6dbfa059029caf61c', 1640041),
	(20261121140201, 'process attempt kind', '2026-11-26 01:42:41.400635+00', true, '\x948a59e141f20d2782cda3932c720dbce82ca22e1461fc81e5740dd7c4bf7c839872a6d2d8a7830d10c911c140c071a5', 621311),
	(20261121140300, 'bank account change', '2026-11-26 01:42:41.401368+00', true, '\x75134ab84427226649b39212817a3aa4ef67c887e2cd8ae53a83dad883b068c28c33f7e1913beb53043c4e12bc76c97d', 1034945),
	(20261121140500, 'reconciliation', '2026-11-26 01:42:41.402528+00', true, '\xae2d04fee2f0d384a8895722655a47f81740da2e5d092caf31329a249f4048bf02298c03de2348b9718f04b8de529d8f', 3050512),
	(20261121140600, 'qr order live', '2026-11-26 01:42:41.405724+00', true, '\x440ac334fd6cf767f3e0212e3ed7b1f21739981a9e76865d8cf714cf47f4e063aa180e060ba36d97a1081a6badee47c3', 562263),
	(20261121140620, 'open work referred', '2026-11-26 01:42:41.406394+00', true, '\x4bbd0039646a6af66bdf5de34f039d905b6b437ba31b46e3ed7266dcb7b00d6a5b2b07a6caa4346fd1ff901e7ea27097', 951841),
	(20261121140640, 'reconciliation index', '2026-11-26 01:42:41.407535+00', true, '\xb5be8ef5d24eb18b234b827f208019f482d82c82ba27b2df1553e94695f137193bcadd208dc31d03b969b95925125859', 899374),
	(20261121150000, 'reward', '2026-11-26 01:42:41.408547+00', true, '\x48e3a6b35b02ef8968fcb70170545a0a8a202e3a1e63bac700a24799f250924c68acfe66d03a4e4af7f5e6a95a891c1b', 9314407),
	(20261121150001, 'statement grant', '2026-11-26 01:42:41.418052+00', true, '\xa0218db42e8b6accacfd3bd9d9903ad38f2e5288a9abbb173cf44e8503e63a8aa6b27615033ccc6ca0409ccd4d97cee8', 1211426),
	(20261121150002, 'wallet coins', '2026-11-26 01:42:41.419382+00', true, '\xc8ad7fa99afad63475ea4a35a49139531ca8664452598774a9f5215b65266cef58b6aaa37ef1ada7fa5544774e902400', 541272),
	(20261121150150, 'wheel seed', '2026-11-26 01:42:41.420033+00', true, '\x1ff90d1535e30c07f9794e768160986abc187128e47abd02a25a741d5ff8038d30950cf93690c93f9ebb5d15225cbe05', 1110045),
	(20261121150151, 'member inviter', '2026-11-26 01:42:41.42126+00', true, '\xd975a2402f3952dadac63a1fa06891952f30d9b9f2230da6205e59228f823b3c510ed870611bf06913e4dc7c04ea7d0c', 3821104),
	(20261121150152, 'invite figure', '2026-11-26 01:42:41.425221+00', true, '\x5bdfdd2919427152697c047c28de74993035e0ca6236f64690d6b1489416726baebc87ed05961146da530e0b85125a36', 1720160),
	(20261121160000, 'guest', '2026-11-26 01:42:41.427064+00', true, '\xb18f511c20124813684d61dfc83efe20c1ad9b1f552c0950cbf38f3e448b62dd93ff6387d91bb7c6799a281c545aeecc', 1605139),
	(20261121160001, 'chat', '2026-11-26 01:42:41.428793+00', true, '\xe38500cdb600dbc2bd0c5b791edcc31da86728e3f43f45d093be47417aa72cd0203ee2fc657c2ffed3c4152e9eff7752', 13387725),
	(20261121160002, 'socket ticket holder', '2026-11-26 01:42:41.442352+00', true, '\x633933d3713b7dddfe0d1d702a74f3967dc4a257f427c9e7f70a38e4ef2ad3c056d95a0cb1cadb2241d30340a85a7cac', 1281780),
	(20261121160003, 'chat file shared', '2026-11-26 01:42:41.443765+00', true, '\x4a8fd0f6c7fccc2b813d3fdf218a1f9f3e20472a94187117ae46ec57ba8ad16ff9c3886e61a1519f9b95de15ac3fbcff', 424489),
	(20261121160050, 'staff', '2026-11-26 01:42:41.444301+00', true, '\x36750f43c63ee6c15051a61b86d8116036bfec80b51ceaa36109aaaef2ce6e0728e560c6c921318893838b90f0f6bcc8', 3939329),
	(20261121160051, 'staff act', '2026-11-26 01:42:41.448394+00', true, '\xd4daf78df3194803a9454624aafa322e77e4ad938921f43c2b0d9ff7b17dd4ce05c3b9faa2ff94cf5e03b26a054d056a', 3896556),
	(20261121160100, 'statement correction', '2026-11-26 01:42:41.452437+00', true, '\xba515c3cb0431707a5e8d623ed5b8bece2ab82def74cd3709a312c4aac117298065887e52a83d0efcb9132a116ba84e4', 569564),
	(20261121160101, 'staff decision', '2026-11-26 01:42:41.46281+00', true, '\x356452317ddadee0b3b53bf57684ccfc49d084bfd2e2b6df9d64bc3a929f72da10a1d9e4416fe827f433949fbccf995d', 6859658),
	(20261121160102, 'operation run', '2026-11-26 01:42:41.469789+00', true, '\x7864b1346c6cdf25c846172041cae6723a586d7689331372e2123cbe40f0a4063f3fb9d84d00a2acc98a8875d91c22f1', 1913446),
	(20261121160103, 'open work by id', '2026-11-26 01:42:41.471809+00', true, '\xce9e8cb06e81a8a1fc79a173d20099b5f64dc195b2b7580af837d9421f762c87cf6af97ad85dd359638eee431f899e0e', 466802),
	(20261121160150, 'chat holder', '2026-11-26 01:42:41.472351+00', true, '\xed99c19cc1972cf8d4ccbb9106d5bdae9e9e1d1fccc84c8cece5a5e31b30db6cd17490d4e0ae594c65abbd7d2b6e98dd', 1915740),
	(20261121160151, 'chat reply', '2026-11-26 01:42:41.474409+00', true, '\x4efd7d92e9350c5807a95f19b866878c5187ba9001ca57fb192720804e89156bedf2b09da5297ce22ea8abe0f8169ff3', 1768772),
	(20261121160200, 'search', '2026-11-26 01:42:41.476299+00', true, '\xb1bd5ff522ba7f996ebe00e6c8a4c22340f1638aae891267d001b86791be1fe582772753a0b6d771388ec6e74e44239f', 2219780),
	(20261121200000, 'chat bounds', '2026-11-26 01:42:41.47863+00', true, '\xc321939a0530b3fe8379ed48e01d804c4e3662906212a9cc517b94714f20e650328f4adb8a332715180a88522795aa59', 2413208),
	(20261121201000, 'payment claim', '2026-11-26 01:42:41.481166+00', true, '\xa15a705f88e0a2243ba5969efada3a4e7b0a72841e58b05030f00b051f9b5f5ba8b3e314dba9478607be734658af9e21', 4334064),
	(20261121201001, 'staff decision terms', '2026-11-26 01:42:41.485575+00', true, '\xb753560c515992295bd09b44ef98824c5ab9d1cbac6dd05be0d6b9f186979466d345e350ba57a1e04d1ee008a05cfd6c', 1329350),
	(20261121202000, 'staff login', '2026-11-26 01:42:41.486996+00', true, '\x58073b021e54d73012f4bb40f5f4c59b0a60ad0d6a4b49c0a4950f11dac8d17c6d4641b742d18a2e6d000981be760759', 6192520),
	(20261121203000, 'proof', '2026-11-26 01:42:41.493342+00', true, '\x06b38abcf669dfd3e5e0cd13dfa0185535b8f058589aa9f09c8c3dca1682c682078902ea92aae9a8a621b24d39d5dbc4', 16932490),
	(20261121205000, 'erasure', '2026-11-26 01:42:41.510479+00', true, '\xc7157b1847c1608eecb07850a920efe186d5cc1086b8461574a459cac4cc116de9d60d80c2e5496838c0cfb3a4b74be1', 2648886),
	(20261121207000, 'erased wish', '2026-11-26 01:42:41.513238+00', true, '\xe6b71c4a98b14333ab66161d3a28997e678b2fdc7c9434fd717515f4b61c183131c3d30e47c6a12a10b0b3405918fabc', 795399),
	(20261121207001, 'proof finding', '2026-11-26 01:42:41.514154+00', true, '\xb2ec4d59e0f2692d712fc17edcd15bb449ac371fdd4fd63ee943bd904296fb29902bb7832cc320e0026b6b6a0b629723', 2981690),
	(20261122000100, 'append look', '2026-11-26 01:42:41.517234+00', true, '\xcee921bb074e906d5f411fbbee55fd8f911ae942ced8afcd80e6d013dd5e512a3a9eee517dfa5d08ddcce5d05fd206df', 843080),
	(20261123001000, 'kept answer', '2026-11-26 01:42:41.518154+00', true, '\xb9b04658e561fba7b1cea0766db23cfd3643d7360bebf3102678704c76f6222e53d7772ab4f09fb8a4debe8c6721ed78', 1267779),
	(20261123003000, 'lease', '2026-11-26 01:42:41.519516+00', true, '\x31a0963badb4b1caeb4bd4adc7825b6a639cc3ed672077e58aeccecabe8877fb11ab5a082b0a5d007ab6e9111f09c485', 1118908),
	(20261123004001, 'chat file hash', '2026-11-26 01:42:41.520726+00', true, '\x8114f093ebcf1e695c068dad86ae02b37e2ce251c08f447df57a533bd3ee6b2a616d7b44ae3474b9146e1a3d5165bfa9', 493431);


--
-- Data for Name: bank_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.bank_account VALUES
	('01a21584-ead1-719e-ab35-dbdd6521830d', '01a21584-ead1-719e-ab35-dbde14155e4c', 'KBANK', '1230102093', 'สมชาย ใจดี', '2026-11-26 01:42:42.2628+00', '2026-11-26 01:42:42.2628+00', true),
	('01a21584-eb82-7040-8b5e-2350f52b0edf', '01a21584-eb82-7040-8b5e-2351eb1bcede', 'BBL', '2340112094', 'MALEE SUKJAI', '2026-11-26 01:42:42.454411+00', '2026-11-26 01:42:42.454411+00', true);


--
-- Data for Name: chat_conversation; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: chat_file; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: chat_file_total; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chat_file_total VALUES
	('member', 0),
	('guest', 0),
	('staff', 0);


--
-- Data for Name: chat_message; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: chat_reply; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: claim; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.claim VALUES
	('payment', '15330084243HFY80982', '01a21584-ead1-719e-ab35-dbde14155e4c', 4),
	('receipt', 'scb-1:015330084243HFY80982', '01a21584-ead1-719e-ab35-dbde14155e4c', 4),
	('slip', '004:015330084243HFY80982', '01a21584-ead1-719e-ab35-dbde14155e4c', 4),
	('payment', '15330084244HAE93474', '01a21584-ead1-719e-ab35-dbde14155e4c', 7),
	('receipt', 'scb-1:015330084244HAE93474', '01a21584-ead1-719e-ab35-dbde14155e4c', 7),
	('slip', '004:015330084244HAE93474', '01a21584-ead1-719e-ab35-dbde14155e4c', 7),
	('psp_order', 'KBANK:bd718b7f-2a04-55e8-973e-1dde26725faa', '01a21584-ead1-719e-ab35-dbde14155e4c', 9),
	('gift', 'd6cd89ec8c0e001897f9e32bbc3db28f178eae514b02fbbfe38d9962ab84b2e2', '01a21584-ead1-719e-ab35-dbde14155e4c', 12),
	('provider_tx', 'pg:PG-023c0bb7496d4fefbacef285447c3b59', '01a21584-ead1-719e-ab35-dbde14155e4c', 16),
	('payout', 'PO20261126093381961', '01a21584-ead1-719e-ab35-dbde14155e4c', 19),
	('wheel_seed', '2d81588fe48bb1cd5e287319f878bac8bc2b8aa43c19554106268450f43aa86f', '01a21584-ead1-719e-ab35-dbde14155e4c', 20),
	('spin', '7e08d69d-ebfc-56b3-919e-e915cde4cbb6', '01a21584-ead1-719e-ab35-dbde14155e4c', 21),
	('payment', '20261126854222464889', '01a21584-eb82-7040-8b5e-2351eb1bcede', 4),
	('receipt', 'scb-1:20261126854222464889', '01a21584-eb82-7040-8b5e-2351eb1bcede', 4),
	('slip', '002:20261126854222464889', '01a21584-eb82-7040-8b5e-2351eb1bcede', 4),
	('payment', '20261126726124189667', '01a21584-eb82-7040-8b5e-2351eb1bcede', 7),
	('receipt', 'scb-1:20261126726124189667', '01a21584-eb82-7040-8b5e-2351eb1bcede', 7),
	('slip', '002:20261126726124189667', '01a21584-eb82-7040-8b5e-2351eb1bcede', 7),
	('psp_order', 'KBANK:e94ee9b5-44ec-5916-8932-d44f91a9c979', '01a21584-eb82-7040-8b5e-2351eb1bcede', 9),
	('gift', 'e6646fa386be9c70a711eb67a24c3168dd766d674414df940c45bda1fe9cd771', '01a21584-eb82-7040-8b5e-2351eb1bcede', 12),
	('provider_tx', 'pg:PG-f28cf40195504932b8bee10491fb10d0', '01a21584-eb82-7040-8b5e-2351eb1bcede', 16),
	('payout', 'PO20261126941126618', '01a21584-eb82-7040-8b5e-2351eb1bcede', 19),
	('wheel_seed', '34badf186db9c00bc2046f5f1db1ec6d088b937183c8b87fb8bbe6edba815b6f', '01a21584-eb82-7040-8b5e-2351eb1bcede', 20),
	('spin', '58687807-41c8-51fc-b8fc-e0a2250b1147', '01a21584-eb82-7040-8b5e-2351eb1bcede', 21);


--
-- Data for Name: erasure; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: event; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.event VALUES
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 1, 'Opened', '1.0.0', '{"Opened":{"currency":"THB"}}', '{"at":"2026-11-26T01:42:42.269918769Z","actor":{"kind":"member"},"requestId":"","main":{"amount":"0.00","currency":"THB"},"movements":0}', 1, '2026-11-26 01:42:42.285202+00', '\x1858557306c684444fc8d37810c0a039c928aeb16e48fb600ac97756c7a379cf', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 1, 'Opened', '1.0.0', '{"Opened":{"currency":"THB"}}', '{"at":"2026-11-26T01:42:42.458757449Z","actor":{"kind":"member"},"requestId":"","main":{"amount":"0.00","currency":"THB"},"movements":0}', 2, '2026-11-26 01:42:42.473772+00', '\x98681bccc1499e77df00ab0d5ca642cb3cdc83055a5eace1efa71a91aa1d1b65', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 2, 'GameAccountOpened', '1.0.0', '{"GameAccountOpened":{"game":"pg","username":"pr14155e4c"}}', '{"at":"2026-11-26T01:42:43.416527475Z","actor":{"kind":"member"},"requestId":"01a21584-efb5-711b-aeb1-84cffc1b48ac","main":{"amount":"0.00","currency":"THB"},"movements":0}', 3, '2026-11-26 01:42:43.417202+00', '\xf31a18088031573846aaa7b2d71cd56befb4331c65e98fe296d0895cb2879320', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 3, 'SlipSubmitted', '1.0.0', '{"SlipSubmitted":{"slip_id":"7c8d183a-75a4-5081-991f-e142f1b12fc6","reference":{"sending_bank":"004","trans_ref":"015330084243HFY80982"}}}', '{"at":"2026-11-26T01:42:44.533931699Z","actor":{"kind":"member"},"requestId":"01a21584-f263-765e-bb2f-0577eaa10e31","main":{"amount":"0.00","currency":"THB"},"movements":0}', 4, '2026-11-26 01:42:44.534588+00', '\x08addd9769f7fe61d8c1b157dbb2de083a58e5d3ba9e5771afe8f2fd22183f63', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 4, 'Deposited', '1.0.0', '{"Deposited":{"slip_id":"7c8d183a-75a4-5081-991f-e142f1b12fc6","reference":{"sending_bank":"004","trans_ref":"015330084243HFY80982"},"deposit_account":"scb-1","amount":{"amount":"1500.00","currency":"THB"},"at":"2026-11-26T01:42:44.553397575Z","postings":[{"account":"bank:scb-1","amount":{"amount":"-1500.00","currency":"THB"}},{"account":"main","amount":{"amount":"1500.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:44.553397575Z","actor":{"kind":"process","name":"slip"},"requestId":"7c8d183a-75a4-5081-991f-e142f1b12fc6","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 5, '2026-11-26 01:42:44.554269+00', '\x57fbf5b98b4e11f281bfc862f8de34217e96cc582374e805d1414ec8412fe104', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 5, 'CoinsEarned', '1.0.0', '{"Reward":{"CoinsEarned":{"coins":{"amount":"3","currency":"COIN"},"day":"2026-11-26","deposited":{"amount":"1500.00","currency":"THB"},"price":{"amount":"500.00","currency":"THB"},"earned_before":0,"at":"2026-11-26T01:42:44.553397575Z","postings":[{"account":"coin_issue","amount":{"amount":"-3","currency":"COIN"}},{"account":"coins","amount":{"amount":"3","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:44.553397575Z","actor":{"kind":"process","name":"slip"},"requestId":"7c8d183a-75a4-5081-991f-e142f1b12fc6","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 6, '2026-11-26 01:42:44.554269+00', '\xa8b7d5969d6c2ae0eb043aef8b2a05e56b6429c0e70d3b26c85ab1a1e3814fe6', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 6, 'SlipSubmitted', '1.0.0', '{"SlipSubmitted":{"slip_id":"3b4de0f0-43e2-56a5-afb2-520d83ce13b7","reference":{"sending_bank":"004","trans_ref":"015330084244HAE93474"}}}', '{"at":"2026-11-26T01:42:45.346471826Z","actor":{"kind":"member"},"requestId":"01a21584-f61d-73b3-a2c2-5ab9a60ca0c0","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 7, '2026-11-26 01:42:45.347985+00', '\xc4e60682992ed64e9b4bfac29c39a07ca3cd295fc6c07fe9246603e0167fa812', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 7, 'Deposited', '1.0.0', '{"Deposited":{"slip_id":"3b4de0f0-43e2-56a5-afb2-520d83ce13b7","reference":{"sending_bank":"004","trans_ref":"015330084244HAE93474"},"deposit_account":"scb-1","amount":{"amount":"300.00","currency":"THB"},"at":"2026-11-26T01:42:45.394084065Z","postings":[{"account":"bank:scb-1","amount":{"amount":"-300.00","currency":"THB"}},{"account":"main","amount":{"amount":"300.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:45.394084065Z","actor":{"kind":"process","name":"slip"},"requestId":"3b4de0f0-43e2-56a5-afb2-520d83ce13b7","main":{"amount":"1800.00","currency":"THB"},"movements":2}', 8, '2026-11-26 01:42:45.394842+00', '\x0d287a25b15deccc1e2732d5e6a2a92be24201c7f27d3c5d5d785dc1dbda2f2b', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 8, 'QrOrdered', '1.0.0', '{"QrOrdered":{"order_id":"bd718b7f-2a04-55e8-973e-1dde26725faa","channel":"KBANK","amount":{"amount":"250.00","currency":"THB"},"expires_at":"2026-11-26T01:57:45.456778Z"}}', '{"at":"2026-11-26T01:42:45.463530481Z","actor":{"kind":"member"},"requestId":"01a21584-f7c6-7124-a29e-fe2473d3faa7","main":{"amount":"1800.00","currency":"THB"},"movements":2}', 9, '2026-11-26 01:42:45.464695+00', '\x9193db03949a6773cd7eaea169f4c657d1fc347f6f6eaa0f271f2b178301d506', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 9, 'QrPaid', '1.0.0', '{"QrPaid":{"order_id":"bd718b7f-2a04-55e8-973e-1dde26725faa","channel":"KBANK","amount":{"amount":"250.00","currency":"THB"},"provider_ref":"KB20261126628799161","deposit_account":"kbank-psp","at":"2026-11-26T01:42:45.577567166Z","postings":[{"account":"bank:kbank-psp","amount":{"amount":"-250.00","currency":"THB"}},{"account":"main","amount":{"amount":"250.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:45.577567166Z","actor":{"kind":"process","name":"qr"},"requestId":"bd718b7f-2a04-55e8-973e-1dde26725faa","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 10, '2026-11-26 01:42:45.581936+00', '\x560866a8ba7d7f8d3cbb9489789181c9dfc842cbefb4690de5b5e89b3f1414c5', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 10, 'CoinsEarned', '1.0.0', '{"Reward":{"CoinsEarned":{"coins":{"amount":"1","currency":"COIN"},"day":"2026-11-26","deposited":{"amount":"2050.00","currency":"THB"},"price":{"amount":"500.00","currency":"THB"},"earned_before":3,"at":"2026-11-26T01:42:45.577567166Z","postings":[{"account":"coin_issue","amount":{"amount":"-1","currency":"COIN"}},{"account":"coins","amount":{"amount":"1","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:45.577567166Z","actor":{"kind":"process","name":"qr"},"requestId":"bd718b7f-2a04-55e8-973e-1dde26725faa","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 11, '2026-11-26 01:42:45.581936+00', '\x7011ec88c6420afec3c6a263bab7523b13c7c6c45e93e3eed4921a6377eefd86', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 11, 'GiftSubmitted', '1.0.0', '{"GiftSubmitted":{"gift_id":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","voucher":"d6cd89ec8c0e001897f9e32bbc3db28f178eae514b02fbbfe38d9962ab84b2e2"}}', '{"at":"2026-11-26T01:42:45.642715780Z","actor":{"kind":"member"},"requestId":"01a21584-f83e-75e7-acc7-fae252354b00","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 12, '2026-11-26 01:42:45.643334+00', '\x2210eb9edfe77f08c14f7c18980d697857e85d0a7ddb58dda36b0bcb1cec07fe', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 12, 'GiftSent', '1.0.0', '{"GiftSent":{"gift_id":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","expected":{"amount":"99.00","currency":"THB"},"voucher":"d6cd89ec8c0e001897f9e32bbc3db28f178eae514b02fbbfe38d9962ab84b2e2"}}', '{"at":"2026-11-26T01:42:45.656037538Z","actor":{"kind":"process","name":"gift"},"requestId":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 13, '2026-11-26 01:42:45.656551+00', '\x403e080b4438fe6bb0fc80f98b70cb358d309d80fff2bd42046e3d8ae329f4fb', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 13, 'GiftCredited', '1.0.0', '{"GiftCredited":{"gift_id":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","amount":{"amount":"99.00","currency":"THB"},"deposit_account":"truemoney-1","at":"2026-11-26T01:42:45.662179523Z","postings":[{"account":"bank:truemoney-1","amount":{"amount":"-99.00","currency":"THB"}},{"account":"main","amount":{"amount":"99.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:45.662179523Z","actor":{"kind":"process","name":"gift"},"requestId":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","main":{"amount":"2149.00","currency":"THB"},"movements":4}', 14, '2026-11-26 01:42:45.663355+00', '\x0c7d3b7849409da7fb81bf2a7765aec38ac566b2a35a318ef95be55592aead89', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 14, 'TransferStarted', '1.0.0', '{"TransferStarted":{"transfer_id":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5","from":"WALLET","to":"pg","amount":{"amount":"200.00","currency":"THB"},"postings":[{"account":"main","amount":{"amount":"-200.00","currency":"THB"}},{"account":"in_transit","amount":{"amount":"200.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:48.713861661Z","actor":{"kind":"member"},"requestId":"01a21585-0483-7312-82c3-9a1579cdc7aa","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 15, '2026-11-26 01:42:48.715007+00', '\x0d40a26756d99f1a02923e8e3141be445cde1abac2b6496f3c2c50563c4ccae3', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 15, 'TransferSent', '1.0.0', '{"TransferSent":{"transfer_id":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5"}}', '{"at":"2026-11-26T01:42:48.730785559Z","actor":{"kind":"process","name":"transfer"},"requestId":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 16, '2026-11-26 01:42:48.742014+00', '\xba2670584f6180442c510708920b101dec2a8fe89914371423211a21f51fc10c', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 16, 'TransferCompleted', '1.0.0', '{"TransferCompleted":{"transfer_id":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5","game":"pg","provider_tx":"PG-023c0bb7496d4fefbacef285447c3b59","postings":[{"account":"in_transit","amount":{"amount":"-200.00","currency":"THB"}},{"account":"game:pg","amount":{"amount":"200.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:48.759225818Z","actor":{"kind":"process","name":"transfer"},"requestId":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 17, '2026-11-26 01:42:48.766331+00', '\xcda5b1dd296887a1ad59774067ff244e9da0b19dc5f9c71134cb6cf686132339', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 17, 'WithdrawalRequested', '1.0.0', '{"WithdrawalRequested":{"withdrawal_id":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc","amount":{"amount":"150.00","currency":"THB"},"bank_account":"01a21584-ead1-719e-ab35-dbdd6521830d","postings":[{"account":"main","amount":{"amount":"-150.00","currency":"THB"}},{"account":"withdrawal","amount":{"amount":"150.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:48.820374383Z","actor":{"kind":"member"},"requestId":"01a21585-04d7-7435-8f4f-cae77c1dc0a6","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 18, '2026-11-26 01:42:48.821031+00', '\x74d1c959ac709268717880b4c4ae638612768767d3f4971aebb84e848d7f41d1', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 18, 'WithdrawalSent', '1.0.0', '{"WithdrawalSent":{"withdrawal_id":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc"}}', '{"at":"2026-11-26T01:42:48.829537276Z","actor":{"kind":"process","name":"withdrawal"},"requestId":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 19, '2026-11-26 01:42:48.838027+00', '\x8393234ae6856f267ef3a5db6cc87bcf42aa25672bff3c2193199cabc0d93550', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 19, 'WithdrawalPaid', '1.0.0', '{"WithdrawalPaid":{"withdrawal_id":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc","payout_ref":"PO20261126093381961","postings":[{"account":"withdrawal","amount":{"amount":"-150.00","currency":"THB"}},{"account":"payout","amount":{"amount":"150.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:48.849831109Z","actor":{"kind":"process","name":"withdrawal"},"requestId":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 20, '2026-11-26 01:42:48.850324+00', '\x4ee52227bca725f60dff1b5fa709e627554a8edb9f3840e69c7938efb17bac09', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 20, 'WheelSeedCommitted', '1.0.0', '{"Reward":{"WheelSeedCommitted":{"seed_id":"01a21585-054e-763b-bdd2-bf691f024324","commit":"2d81588fe48bb1cd5e287319f878bac8bc2b8aa43c19554106268450f43aa86f","client_seed":"01a21584-ead1-719e-ab35-dbde14155e4c","at":"2026-11-26T01:42:48.913979891Z"}}}', '{"at":"2026-11-26T01:42:48.913979891Z","actor":{"kind":"member"},"requestId":"01a21585-054b-709f-b714-5fb7a39cb410","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 21, '2026-11-26 01:42:48.914632+00', '\xb4abd2e741fe2e924f1eabc4ccad276def5e6a5398302ebb5270ee810e5041ab', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 21, 'WheelSpun', '1.0.0', '{"Reward":{"WheelSpun":{"spin_id":"7e08d69d-ebfc-56b3-919e-e915cde4cbb6","seed_id":"01a21585-054e-763b-bdd2-bf691f024324","client_seed":"01a21584-ead1-719e-ab35-dbde14155e4c","nonce":0,"wheel":"5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e","weights":[{"code":"NOTHING","weight":4000},{"code":"COIN1","weight":2500},{"code":"CASH5","weight":1800},{"code":"CASH20","weight":1000},{"code":"COUPON50","weight":500},{"code":"CASH100","weight":150},{"code":"CASH500","weight":45},{"code":"JACKPOT","weight":5}],"ticket":3123,"slice":"NOTHING","prize":"nothing","at":"2026-11-26T01:42:48.926282178Z","postings":[{"account":"coins","amount":{"amount":"-1","currency":"COIN"}},{"account":"coin_issue","amount":{"amount":"1","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:48.926282178Z","actor":{"kind":"member"},"requestId":"01a21585-054b-709f-b714-5fb7a39cb410","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 22, '2026-11-26 01:42:48.929918+00', '\x116368ce837bf2545a3ff46bb295b15cc32dd70e4e3ca3ef7cf65b3e0a671099', NULL),
	('wallet', '01a21584-ead1-719e-ab35-dbde14155e4c', 22, 'ManualDepositRequested', '1.0.0', '{"ManualDepositRequested":{"deposit_id":"967dc374-2804-542b-ad89-450bb102e218","amount":{"amount":"177.00","currency":"THB"},"at":"2026-11-26T01:42:48.960114289Z"}}', '{"at":"2026-11-26T01:42:48.960114289Z","actor":{"kind":"member"},"requestId":"01a21585-0571-71c8-a858-79e2c4bea99b","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 23, '2026-11-26 01:42:48.960697+00', '\xfd508e3b8bfe874cf1d6d7aa56db9ef4011aa647b8fb491579483e3d22d38b7f', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 2, 'GameAccountOpened', '1.0.0', '{"GameAccountOpened":{"game":"pg","username":"preb1bcede"}}', '{"at":"2026-11-26T01:42:49.161891058Z","actor":{"kind":"member"},"requestId":"01a21585-063e-7036-a497-a4c856fd5f33","main":{"amount":"0.00","currency":"THB"},"movements":0}', 24, '2026-11-26 01:42:49.162459+00', '\x075f25cf4f49c1f6a57afd1322a6ca0a3016c61f82ace3338448623a73656fa1', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 3, 'SlipSubmitted', '1.0.0', '{"SlipSubmitted":{"slip_id":"2f5409b7-fcb2-579e-b268-f363e33b95e3","reference":{"sending_bank":"002","trans_ref":"20261126854222464889"}}}', '{"at":"2026-11-26T01:42:50.035680099Z","actor":{"kind":"member"},"requestId":"01a21585-0828-719c-ad99-6dbf3dd69dac","main":{"amount":"0.00","currency":"THB"},"movements":0}', 25, '2026-11-26 01:42:50.036358+00', '\x88b83d562dd6c62b5cc61fcfc39f3181d8936922d6c360d37d6a17360b57fdfd', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 4, 'Deposited', '1.0.0', '{"Deposited":{"slip_id":"2f5409b7-fcb2-579e-b268-f363e33b95e3","reference":{"sending_bank":"002","trans_ref":"20261126854222464889"},"deposit_account":"scb-1","amount":{"amount":"1500.00","currency":"THB"},"at":"2026-11-26T01:42:50.061756243Z","postings":[{"account":"bank:scb-1","amount":{"amount":"-1500.00","currency":"THB"}},{"account":"main","amount":{"amount":"1500.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:50.061756243Z","actor":{"kind":"process","name":"slip"},"requestId":"2f5409b7-fcb2-579e-b268-f363e33b95e3","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 26, '2026-11-26 01:42:50.062562+00', '\x1260b2be8d966a58975eeb263d9ca46a69945b00329476fe0525598fac087e3a', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 5, 'CoinsEarned', '1.0.0', '{"Reward":{"CoinsEarned":{"coins":{"amount":"3","currency":"COIN"},"day":"2026-11-26","deposited":{"amount":"1500.00","currency":"THB"},"price":{"amount":"500.00","currency":"THB"},"earned_before":0,"at":"2026-11-26T01:42:50.061756243Z","postings":[{"account":"coin_issue","amount":{"amount":"-3","currency":"COIN"}},{"account":"coins","amount":{"amount":"3","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:50.061756243Z","actor":{"kind":"process","name":"slip"},"requestId":"2f5409b7-fcb2-579e-b268-f363e33b95e3","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 27, '2026-11-26 01:42:50.062562+00', '\xdeff6cb39075a896023eea59df4dff04e2efd598f3e9bbea706c103b719cab28', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 6, 'SlipSubmitted', '1.0.0', '{"SlipSubmitted":{"slip_id":"072fe523-5098-537b-8659-14a49418af1c","reference":{"sending_bank":"002","trans_ref":"20261126726124189667"}}}', '{"at":"2026-11-26T01:42:50.961541530Z","actor":{"kind":"member"},"requestId":"01a21585-0bad-77db-91b8-b8cde90f8bdf","main":{"amount":"1500.00","currency":"THB"},"movements":1}', 28, '2026-11-26 01:42:50.962155+00', '\xc410c3061eda031408f5d11c7f5c22dd07ae00143201dafc769908f4e790afe6', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 7, 'Deposited', '1.0.0', '{"Deposited":{"slip_id":"072fe523-5098-537b-8659-14a49418af1c","reference":{"sending_bank":"002","trans_ref":"20261126726124189667"},"deposit_account":"scb-1","amount":{"amount":"300.00","currency":"THB"},"at":"2026-11-26T01:42:50.989735074Z","postings":[{"account":"bank:scb-1","amount":{"amount":"-300.00","currency":"THB"}},{"account":"main","amount":{"amount":"300.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:50.989735074Z","actor":{"kind":"process","name":"slip"},"requestId":"072fe523-5098-537b-8659-14a49418af1c","main":{"amount":"1800.00","currency":"THB"},"movements":2}', 29, '2026-11-26 01:42:50.992984+00', '\xc86f872a8f6b5e9ba67502a316e49d46ecf5d35d8cfd07eb734be381b65c2841', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 8, 'QrOrdered', '1.0.0', '{"QrOrdered":{"order_id":"e94ee9b5-44ec-5916-8932-d44f91a9c979","channel":"KBANK","amount":{"amount":"250.00","currency":"THB"},"expires_at":"2026-11-26T01:57:51.079190Z"}}', '{"at":"2026-11-26T01:42:51.104996744Z","actor":{"kind":"member"},"requestId":"01a21585-0da5-74e7-a4a6-29d924622763","main":{"amount":"1800.00","currency":"THB"},"movements":2}', 30, '2026-11-26 01:42:51.105632+00', '\xd9bcb39793e9845a2409a9fc47f116e66a9988865a77a94ca8a495e76b1b8525', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 9, 'QrPaid', '1.0.0', '{"QrPaid":{"order_id":"e94ee9b5-44ec-5916-8932-d44f91a9c979","channel":"KBANK","amount":{"amount":"250.00","currency":"THB"},"provider_ref":"KB20261126579488353","deposit_account":"kbank-psp","at":"2026-11-26T01:42:51.230717298Z","postings":[{"account":"bank:kbank-psp","amount":{"amount":"-250.00","currency":"THB"}},{"account":"main","amount":{"amount":"250.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:51.230717298Z","actor":{"kind":"process","name":"qr"},"requestId":"e94ee9b5-44ec-5916-8932-d44f91a9c979","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 31, '2026-11-26 01:42:51.231357+00', '\x3f67ce3d554719f57d130b375cfef943dbdbba5f8a1764c5e3b49f6415e70b59', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 10, 'CoinsEarned', '1.0.0', '{"Reward":{"CoinsEarned":{"coins":{"amount":"1","currency":"COIN"},"day":"2026-11-26","deposited":{"amount":"2050.00","currency":"THB"},"price":{"amount":"500.00","currency":"THB"},"earned_before":3,"at":"2026-11-26T01:42:51.230717298Z","postings":[{"account":"coin_issue","amount":{"amount":"-1","currency":"COIN"}},{"account":"coins","amount":{"amount":"1","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:51.230717298Z","actor":{"kind":"process","name":"qr"},"requestId":"e94ee9b5-44ec-5916-8932-d44f91a9c979","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 32, '2026-11-26 01:42:51.231357+00', '\xb7b2cc287fcf1eb81a4c86ee01f746daf273ea331f0301caa3bdf1eb10529e0c', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 11, 'GiftSubmitted', '1.0.0', '{"GiftSubmitted":{"gift_id":"b684de97-e608-5017-8088-582cb3bede0f","voucher":"e6646fa386be9c70a711eb67a24c3168dd766d674414df940c45bda1fe9cd771"}}', '{"at":"2026-11-26T01:42:51.278420603Z","actor":{"kind":"member"},"requestId":"01a21585-0e53-709a-b118-69954793efa7","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 33, '2026-11-26 01:42:51.279068+00', '\xfb615774d51c6b0439945b45e7bd280f4a31b60f9f30e5d7a91d5bd154bfc25e', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 12, 'GiftSent', '1.0.0', '{"GiftSent":{"gift_id":"b684de97-e608-5017-8088-582cb3bede0f","expected":{"amount":"99.00","currency":"THB"},"voucher":"e6646fa386be9c70a711eb67a24c3168dd766d674414df940c45bda1fe9cd771"}}', '{"at":"2026-11-26T01:42:51.316196250Z","actor":{"kind":"process","name":"gift"},"requestId":"b684de97-e608-5017-8088-582cb3bede0f","main":{"amount":"2050.00","currency":"THB"},"movements":3}', 34, '2026-11-26 01:42:51.316752+00', '\x32770f78d63c36431862e7da93a52ad5a57bfa6d5ecffc9a635889c3204240b5', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 13, 'GiftCredited', '1.0.0', '{"GiftCredited":{"gift_id":"b684de97-e608-5017-8088-582cb3bede0f","amount":{"amount":"99.00","currency":"THB"},"deposit_account":"truemoney-1","at":"2026-11-26T01:42:51.324696380Z","postings":[{"account":"bank:truemoney-1","amount":{"amount":"-99.00","currency":"THB"}},{"account":"main","amount":{"amount":"99.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:51.324696380Z","actor":{"kind":"process","name":"gift"},"requestId":"b684de97-e608-5017-8088-582cb3bede0f","main":{"amount":"2149.00","currency":"THB"},"movements":4}', 35, '2026-11-26 01:42:51.326454+00', '\x378cbcb3ed2748d52c3d049956e371768c3c4b0cf46d32f9330fc0f9a7000291', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 14, 'TransferStarted', '1.0.0', '{"TransferStarted":{"transfer_id":"a96b5483-a47d-56e7-a81f-734baa2a0ddd","from":"WALLET","to":"pg","amount":{"amount":"200.00","currency":"THB"},"postings":[{"account":"main","amount":{"amount":"-200.00","currency":"THB"}},{"account":"in_transit","amount":{"amount":"200.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:54.398625938Z","actor":{"kind":"member"},"requestId":"01a21585-1ab3-74d5-a1ff-14fee8507fe3","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 36, '2026-11-26 01:42:54.409061+00', '\x17299edd847e5f0c8f909f615903f273666e203e327cb09915f65cbf184dae49', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 15, 'TransferSent', '1.0.0', '{"TransferSent":{"transfer_id":"a96b5483-a47d-56e7-a81f-734baa2a0ddd"}}', '{"at":"2026-11-26T01:42:54.415925222Z","actor":{"kind":"process","name":"transfer"},"requestId":"a96b5483-a47d-56e7-a81f-734baa2a0ddd","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 37, '2026-11-26 01:42:54.416448+00', '\x838c69849cb76db781f9a9a15a9b58f40f27000e1074cbc3e50f6bb1d31d92f2', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 16, 'TransferCompleted', '1.0.0', '{"TransferCompleted":{"transfer_id":"a96b5483-a47d-56e7-a81f-734baa2a0ddd","game":"pg","provider_tx":"PG-f28cf40195504932b8bee10491fb10d0","postings":[{"account":"in_transit","amount":{"amount":"-200.00","currency":"THB"}},{"account":"game:pg","amount":{"amount":"200.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:54.442484453Z","actor":{"kind":"process","name":"transfer"},"requestId":"a96b5483-a47d-56e7-a81f-734baa2a0ddd","main":{"amount":"1949.00","currency":"THB"},"movements":5}', 38, '2026-11-26 01:42:54.445324+00', '\x241da93a1c49560f79afcf07be1e242e4dc9aba4271d4415e64f0083a96c7ca1', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 17, 'WithdrawalRequested', '1.0.0', '{"WithdrawalRequested":{"withdrawal_id":"2904b101-611f-5bf8-acfa-901af1268523","amount":{"amount":"150.00","currency":"THB"},"bank_account":"01a21584-eb82-7040-8b5e-2350f52b0edf","postings":[{"account":"main","amount":{"amount":"-150.00","currency":"THB"}},{"account":"withdrawal","amount":{"amount":"150.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:54.494529433Z","actor":{"kind":"member"},"requestId":"01a21585-1b15-715b-9182-47772c78db24","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 39, '2026-11-26 01:42:54.497494+00', '\x8a53a51bc9e1b0cf3c0580d929008ba9c6857bbc80f92aa6b502b21c23dc53d8', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 18, 'WithdrawalSent', '1.0.0', '{"WithdrawalSent":{"withdrawal_id":"2904b101-611f-5bf8-acfa-901af1268523"}}', '{"at":"2026-11-26T01:42:54.512552199Z","actor":{"kind":"process","name":"withdrawal"},"requestId":"2904b101-611f-5bf8-acfa-901af1268523","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 40, '2026-11-26 01:42:54.513797+00', '\x2452bcaebe0d6c85a9924dc923fde2cc9e61d90954c3ea59665f75db7fa426d4', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 19, 'WithdrawalPaid', '1.0.0', '{"WithdrawalPaid":{"withdrawal_id":"2904b101-611f-5bf8-acfa-901af1268523","payout_ref":"PO20261126941126618","postings":[{"account":"withdrawal","amount":{"amount":"-150.00","currency":"THB"}},{"account":"payout","amount":{"amount":"150.00","currency":"THB"}}]}}', '{"at":"2026-11-26T01:42:54.525748741Z","actor":{"kind":"process","name":"withdrawal"},"requestId":"2904b101-611f-5bf8-acfa-901af1268523","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 41, '2026-11-26 01:42:54.529963+00', '\x0d3f5b3ef0086be16feda05e107b5fdb6a1456f8f7dcb98de5adbfa37e6d7d18', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 20, 'WheelSeedCommitted', '1.0.0', '{"Reward":{"WheelSeedCommitted":{"seed_id":"01a21585-1b86-7010-bbf1-8ce6a09b5275","commit":"34badf186db9c00bc2046f5f1db1ec6d088b937183c8b87fb8bbe6edba815b6f","client_seed":"01a21584-eb82-7040-8b5e-2351eb1bcede","at":"2026-11-26T01:42:54.615173082Z"}}}', '{"at":"2026-11-26T01:42:54.615173082Z","actor":{"kind":"member"},"requestId":"01a21585-1b80-7674-80bd-e8ca43831a7d","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 42, '2026-11-26 01:42:54.616192+00', '\x26e5e8caf941e5bbabf08cd53d058156c21b3dd185a8d43f3534e1803c2fb073', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 21, 'WheelSpun', '1.0.0', '{"Reward":{"WheelSpun":{"spin_id":"58687807-41c8-51fc-b8fc-e0a2250b1147","seed_id":"01a21585-1b86-7010-bbf1-8ce6a09b5275","client_seed":"01a21584-eb82-7040-8b5e-2351eb1bcede","nonce":0,"wheel":"5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e","weights":[{"code":"NOTHING","weight":4000},{"code":"COIN1","weight":2500},{"code":"CASH5","weight":1800},{"code":"CASH20","weight":1000},{"code":"COUPON50","weight":500},{"code":"CASH100","weight":150},{"code":"CASH500","weight":45},{"code":"JACKPOT","weight":5}],"ticket":500,"slice":"NOTHING","prize":"nothing","at":"2026-11-26T01:42:54.641704281Z","postings":[{"account":"coins","amount":{"amount":"-1","currency":"COIN"}},{"account":"coin_issue","amount":{"amount":"1","currency":"COIN"}}]}}}', '{"at":"2026-11-26T01:42:54.641704281Z","actor":{"kind":"member"},"requestId":"01a21585-1b80-7674-80bd-e8ca43831a7d","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 43, '2026-11-26 01:42:54.649565+00', '\xaea74413c73fa3be51988d121c578522f00e89fd593f8ea45c885e1c4ed05164', NULL),
	('wallet', '01a21584-eb82-7040-8b5e-2351eb1bcede', 22, 'ManualDepositRequested', '1.0.0', '{"ManualDepositRequested":{"deposit_id":"b07c803f-3629-539d-a24a-0e657e448e1a","amount":{"amount":"177.00","currency":"THB"},"at":"2026-11-26T01:42:54.669996040Z"}}', '{"at":"2026-11-26T01:42:54.669996040Z","actor":{"kind":"member"},"requestId":"01a21585-1bc6-74fd-a20b-abff231b3fad","main":{"amount":"1799.00","currency":"THB"},"movements":6}', 44, '2026-11-26 01:42:54.674356+00', '\xb1b7799dffc04d9ac9bc8b78f567820d722051566fc083f065067d35dd5ab9e6', NULL);


--
-- Data for Name: game_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_account VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'pg', 'pr14155e4c', 200.00, NULL, 17),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'pg', 'preb1bcede', 200.00, NULL, 38);


--
-- Data for Name: game_credential; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_credential VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'pg', 'pr14155e4c', '\x1b15b48cf53d9d4a187a69ef9123704de8355262a1997722cb6c60a4b61e79b9d2e224b6', NULL, 'fill-a-2', '2026-11-26 01:42:43.391023+00', '2026-11-26 01:42:43.391023+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'pg', 'preb1bcede', '\xfbd40d5ae2f40e9f0bf6d9e70ae349c357c6e85dbddf113624b9aa2d16e3fec578be5619', NULL, 'fill-a-12', '2026-11-26 01:42:49.152828+00', '2026-11-26 01:42:49.152828+00');


--
-- Data for Name: gift_link; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.gift_link VALUES
	('4ffae796-8dd3-5290-aea8-1197ff2a7c51', '01a21584-ead1-719e-ab35-dbde14155e4c', 'd6cd89ec8c0e001897f9e32bbc3db28f178eae514b02fbbfe38d9962ab84b2e2', NULL, NULL, '2026-11-26 01:42:45.617014+00'),
	('b684de97-e608-5017-8088-582cb3bede0f', '01a21584-eb82-7040-8b5e-2351eb1bcede', 'e6646fa386be9c70a711eb67a24c3168dd766d674414df940c45bda1fe9cd771', NULL, NULL, '2026-11-26 01:42:51.23822+00');


--
-- Data for Name: guest; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: idempotency; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-2', '\x8c1722e2ebfd210dfd2925f1e0e1ef7b4bf6d0518d336717303797e8350977e0', 2, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'slip-1500.00-0812345678', '\x9f3a01a04f7fc5af0f8af8c2b8b19ff15aa20e9a9a0be298d473c9fc59e490f3', 3, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'slip-300.00-0812345678', '\x77c8fb9c1e056475cfe9700a2d62685021f41e878f515787d9f3a004dab8ed6c', 6, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-3', '\x38a5006bca80f56e2b49be6a223e740e883b2c952a2e835b2ecdc7c80f3a91a6', 8, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-4', '\x0e0ffcaa10df4733e8ba34af322a5055e7d9036b0b76b295ff0eee9c06b360d5', 11, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-5', '\x6b17ffe7a65041c6eee2bdaa1403d907f609684ddce50e2ba07b7993d0985464', 14, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-6', '\xe73a5fef8b22f024497f63dd0cb3b8ce6fc031a132cf351b2a268ef614a13b52', 17, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-8', '\xd7e9b943529f8548d9155e01fc00535365fb34672ef627001d1ac439d1bd48cf', 21, 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-9', '\x809d9a0b6586a5199c651c48690a9bb281e496a06e6251855806d700f736f1cf', 22, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-12', '\x8c1722e2ebfd210dfd2925f1e0e1ef7b4bf6d0518d336717303797e8350977e0', 2, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'slip-1500.00-0898765432', '\xeb265ff74c3a43c140cc2491d861d1cb4e0cfab2022d7bea56b8a316bd528626', 3, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'slip-300.00-0898765432', '\xc42ea2e53bf29f371689a1f51fd5e5e80da0d35d607e275d0cc2f27de8b9de1c', 6, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-13', '\x38a5006bca80f56e2b49be6a223e740e883b2c952a2e835b2ecdc7c80f3a91a6', 8, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-14', '\xe6984b3539757143379c521111c56a4f9c5a006523cf9e169c7d5a990e791a7b', 11, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-15', '\x6b17ffe7a65041c6eee2bdaa1403d907f609684ddce50e2ba07b7993d0985464', 14, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-16', '\xe73a5fef8b22f024497f63dd0cb3b8ce6fc031a132cf351b2a268ef614a13b52', 17, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-18', '\xd7e9b943529f8548d9155e01fc00535365fb34672ef627001d1ac439d1bd48cf', 21, 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-19', '\x809d9a0b6586a5199c651c48690a9bb281e496a06e6251855806d700f736f1cf', 22, 1);


--
-- Data for Name: invite_day; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.invite_day VALUES
	('2026-11-19', '2026-11-26 01:42:41.803649+00'),
	('2026-11-20', '2026-11-26 01:42:41.829029+00'),
	('2026-11-21', '2026-11-26 01:42:41.881223+00'),
	('2026-11-22', '2026-11-26 01:42:41.918619+00'),
	('2026-11-23', '2026-11-26 01:42:41.954788+00'),
	('2026-11-24', '2026-11-26 01:42:41.976035+00'),
	('2026-11-25', '2026-11-26 01:42:41.985416+00');


--
-- Data for Name: invite_figure; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: kept_answer; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kept_answer VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'slip-1500.00-0812345678', '\x9f3a01a04f7fc5af0f8af8c2b8b19ff15aa20e9a9a0be298d473c9fc59e490f3', 201, '{"status":"SUCCESS","id":"7c8d183a-75a4-5081-991f-e142f1b12fc6","amount":"1500.00","position":"6"}', '2026-11-26 01:42:44.597715+00'),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'slip-300.00-0812345678', '\x77c8fb9c1e056475cfe9700a2d62685021f41e878f515787d9f3a004dab8ed6c', 201, '{"status":"SUCCESS","id":"3b4de0f0-43e2-56a5-afb2-520d83ce13b7","amount":"300.00","position":"8"}', '2026-11-26 01:42:45.434007+00'),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-4', '\x0e0ffcaa10df4733e8ba34af322a5055e7d9036b0b76b295ff0eee9c06b360d5', 200, '{"status":"SUCCESS","id":"4ffae796-8dd3-5290-aea8-1197ff2a7c51","amount":"99.00","position":"14","balance":"2149.00"}', '2026-11-26 01:42:45.696711+00'),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-5', '\x6b17ffe7a65041c6eee2bdaa1403d907f609684ddce50e2ba07b7993d0985464', 200, '{"status":"SUCCESS","id":"a7986e9d-13d2-55bd-a3c9-22d07bba0ee5","position":"17","balance":"1949.00"}', '2026-11-26 01:42:48.774218+00'),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-6', '\xe73a5fef8b22f024497f63dd0cb3b8ce6fc031a132cf351b2a268ef614a13b52', 200, '{"status":"SUCCESS","id":"ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc","position":"20","balance":"1799.00"}', '2026-11-26 01:42:48.876029+00'),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'fill-a-8', '\xd7e9b943529f8548d9155e01fc00535365fb34672ef627001d1ac439d1bd48cf', 200, '{"success":true,"result":{"code":"NOTHING","label":{"th":"ไม่ได้รางวัล","la":"ບໍ່ໄດ້ລາງວັນ","en":"No prize"},"remainingCoin":3},"spin":{"id":"7e08d69d-ebfc-56b3-919e-e915cde4cbb6","seedId":"01a21585-054e-763b-bdd2-bf691f024324","nonce":0,"ticket":3123,"wheel":"5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e"},"position":"22"}', '2026-11-26 01:42:48.931771+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'slip-1500.00-0898765432', '\xeb265ff74c3a43c140cc2491d861d1cb4e0cfab2022d7bea56b8a316bd528626', 201, '{"status":"SUCCESS","id":"2f5409b7-fcb2-579e-b268-f363e33b95e3","amount":"1500.00","position":"27"}', '2026-11-26 01:42:50.110208+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'slip-300.00-0898765432', '\xc42ea2e53bf29f371689a1f51fd5e5e80da0d35d607e275d0cc2f27de8b9de1c', 201, '{"status":"SUCCESS","id":"072fe523-5098-537b-8659-14a49418af1c","amount":"300.00","position":"29"}', '2026-11-26 01:42:51.036797+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-14', '\xe6984b3539757143379c521111c56a4f9c5a006523cf9e169c7d5a990e791a7b', 200, '{"status":"SUCCESS","id":"b684de97-e608-5017-8088-582cb3bede0f","amount":"99.00","position":"35","balance":"2149.00"}', '2026-11-26 01:42:51.373072+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-15', '\x6b17ffe7a65041c6eee2bdaa1403d907f609684ddce50e2ba07b7993d0985464', 200, '{"status":"SUCCESS","id":"a96b5483-a47d-56e7-a81f-734baa2a0ddd","position":"38","balance":"1949.00"}', '2026-11-26 01:42:54.46615+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-16', '\xe73a5fef8b22f024497f63dd0cb3b8ce6fc031a132cf351b2a268ef614a13b52', 200, '{"status":"SUCCESS","id":"2904b101-611f-5bf8-acfa-901af1268523","position":"41","balance":"1799.00"}', '2026-11-26 01:42:54.560496+00'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'fill-a-18', '\xd7e9b943529f8548d9155e01fc00535365fb34672ef627001d1ac439d1bd48cf', 200, '{"success":true,"result":{"code":"NOTHING","label":{"th":"ไม่ได้รางวัล","la":"ບໍ່ໄດ້ລາງວັນ","en":"No prize"},"remainingCoin":3},"spin":{"id":"58687807-41c8-51fc-b8fc-e0a2250b1147","seedId":"01a21585-1b86-7010-bbf1-8ce6a09b5275","nonce":0,"ticket":500,"wheel":"5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e"},"position":"43"}', '2026-11-26 01:42:54.653959+00');


--
-- Data for Name: lease; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.lease VALUES
	('processes', '3e147d18-98fd-4111-8b8d-1fb2a29e9cdb', 2, '2026-11-26 01:42:59.817713+00');


--
-- Data for Name: log_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.log_head VALUES
	(true, 44);


--
-- Data for Name: member; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.member VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', '0812345678', 'สมชาย', '$argon2id$v=19$m=19456,t=2,p=1$4Pr2CLEZr+iYAc59GhTLTQ$3DuZoT0QgdaXLCYh0Wol3ZzxRfdg+pG/38mS8GN/oAI', 'THB', 'FRIEND', NULL, true, '2026-11-26 01:42:42.2628+00', '2026-11-26 01:42:42.2628+00', NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '0898765432', 'Malee', '$argon2id$v=19$m=19456,t=2,p=1$aX3jpFka6gPxNU1MlOKHqw$59BMZiShTGWpltmNghpjITC6Hk1Y9546626H8PtBzIM', 'THB', 'FRIEND', NULL, true, '2026-11-26 01:42:42.454411+00', '2026-11-26 01:42:42.454411+00', NULL, NULL);


--
-- Data for Name: member_device; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: open_work; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.open_work VALUES
	('manual_deposit', '01a21584-ead1-719e-ab35-dbde14155e4c', '967dc374-2804-542b-ad89-450bb102e218', 'started', 'THB', 177.00, '{"manual_deposit": {}}', '2026-11-26 01:42:48.960114+00', '2026-11-26 01:42:48.960114+00', 23, 23),
	('manual_deposit', '01a21584-eb82-7040-8b5e-2351eb1bcede', 'b07c803f-3629-539d-a24a-0e657e448e1a', 'started', 'THB', 177.00, '{"manual_deposit": {}}', '2026-11-26 01:42:54.669996+00', '2026-11-26 01:42:54.669996+00', 44, 44);


--
-- Data for Name: operation_run; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: otp; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: process_attempt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: projection_checkpoint; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.projection_checkpoint VALUES
	('wallet', 44),
	('slip', 44),
	('open_work', 44),
	('trial_balance', 44),
	('reward', 44),
	('statement', 44);


--
-- Data for Name: proof_checkpoint; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.proof_checkpoint VALUES
	(2, '\x751c8c0bbc119059dff996d4ac601179a6f9cab689aef21799fae477b941a0fe', 'wallet.example/journal
2
dRyMC7wRkFnf+ZbUrGAReab5yraJrvIXmfrkd7lBoP4=
staff-acts 3 DskoK59532qR8RgdZH3Huv3EsIijSBgAKkLu6p9Ygnk=

— wallet.example/journal +apLZ+o7CZRIgcSMG3JDoSsvvCVJJyXPMVS3qT2RojbW3oYG0QBzInIqMOjhmsrWxlwmJ55Ae+3BGLuUo3xLg72M2A0=
', '2026-11-26 01:42:42.720487+00'),
	(3, '\x2d848bd980129119f555a48623c267757c40fa4d85ff7f0353a5a3638f137ee8', 'wallet.example/journal
3
LYSL2YASkRn1VaSGI8JndXxA+k2F/38DU6WjY48Tfug=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZz/lwHBVqMWmSFwU7BkPCGlTwjz2NwrU05OouFhcadZwLgLGOd9lDozPsxrwxn4nzhdjydfZEYvMc5el/xIYNAo=
', '2026-11-26 01:42:43.725967+00'),
	(6, '\x692e8b9cc4c5299fac7ea02babbcdd57d6037747480f3eefd293265063f02f3c', 'wallet.example/journal
6
aS6LnMTFKZ+sfqArq7zdV9YDd0dIDz7v0pMmUGPwLzw=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ8KzXPFj+CZUeXtT0iK2/fCtxCVshpRe2hh92FqoatlB/R/khW1j2yF3Z9jv4/XMjeEX7BohNsuX/taAoZ8p0A8=
', '2026-11-26 01:42:44.729701+00'),
	(14, '\x6fd74c3c74e0ceeb07dc2e343f2b2974817839b0ef861d31ab4a91ff0c29c4fd', 'wallet.example/journal
14
b9dMPHTgzusH3C40PyspdIF4ObDvhh0xq0qR/wwpxP0=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ8tGCqbKkS3+o+UGXgcsOJNk28uRwcU0T2J6cYeWGs90K1SSiEt1ZcWr9YwdS0T4y/hynUszi2TMH3wUoi8PHwo=
', '2026-11-26 01:42:45.719733+00'),
	(15, '\x80d64ff74081b868ef3f29df7730533baf3737b0bfffe6d326d5cb9cbd20e017', 'wallet.example/journal
15
gNZP90CBuGjvPynfdzBTO683N7C//+bTJtXLnL0g4Bc=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ/1+yYY+jNCnfQqirMCmVXcjyw4eBe4A35xfDry+HaVjyp7aXmhfKqNt8ortDwCX1oJDTb2lWxLbye2mzpiFcgM=
', '2026-11-26 01:42:48.748459+00'),
	(17, '\x662867a639eb4a7e6332dc26181ca06b48905ba016bcd06f17356869aa469d27', 'wallet.example/journal
17
ZihnpjnrSn5jMtwmGByga0iQW6AWvNBvFzVoaapGnSc=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ4LEMz8xFn97mbBDWa5s/lne2HKdqOkl08W7LDDGPlDEPPeE9kRpPqwTCY2Or9TkAuzlP3aZQD8T4miBuES85Qc=
', '2026-11-26 01:42:48.789672+00'),
	(24, '\x05ba1e73584964a9ca28bb8f55c7931d67582f8de73919b42d7ec5aae69fb729', 'wallet.example/journal
24
Bboec1hJZKnKKLuPVceTHWdYL43nORm0LX7Fquaftyk=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ02Xj24BYDeqQT+4qjGNGSL7Xmk/vMCJFA6qPcwJvXyuYCqN9GNF2Ms8bJ5qrfzkZJHF9iXF0jxIY6mC2w0MTgs=
', '2026-11-26 01:42:49.72105+00'),
	(27, '\x270c17c27637383f9393ed4b4dd8107200089605c5a3d19bfa6417a99c432533', 'wallet.example/journal
27
JwwXwnY3OD+Tk+1LTdgQcgAIlgXFo9Gb+mQXqZxDJTM=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZxnINqLZBAmY5+2M/FtRnPnArdh/7oZ81G8/HLJAr5/yQeLkrtEG0do/g+/y5dphCqmHbFQgcl2CqxkkwgcfSAI=
', '2026-11-26 01:42:50.728236+00'),
	(35, '\xe05a3b3c00cb9b98eaa6eaccfccf85398c306c443e8b66d5b3fbf84c4c7b7f15', 'wallet.example/journal
35
4Fo7PADLm5jqpurM/M+FOYwwbEQ+i2bVs/v4TEx7fxU=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZyjivfZSWQ0yMKAG+V2ygyhKLDWiRjt5rTasSID/cte+F7xnOkWgoizJKyfNRbS6w/kdUzzjmQWrj9PgNDr99go=
', '2026-11-26 01:42:51.722918+00'),
	(44, '\x2f328fb6c0d551a350c5fa527b8e297d2d4bb87c86a67285c699d5fd254846ff', 'wallet.example/journal
44
LzKPtsDVUaNQxfpSe44pfS1LuHyGpnKFxpnV/SVIRv8=
staff-acts 5 Hm/lZ8OZIF/EqYZNDqvarJU6QuOpuMTXHBPjvAo7XYQ=

— wallet.example/journal +apLZ38ynCWnK9a3hZz4zQK3Io/cpaVvRHkLoQJoL+dfIc9UNXjGGJtxZnvKDPoRbjjumBbVP5JmgGF3DZl0/5bvPgE=
', '2026-11-26 01:42:54.765328+00');


--
-- Data for Name: proof_finding; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: proof_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.proof_head VALUES
	(true, 44);


--
-- Data for Name: proof_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.proof_key VALUES
	(4188687207, 'wallet.example/journal+f9aa4b67+ASjZCnHIHeYrs2ni4znequz9tfOuyPhlMxOjS3zXVOSF', 0, NULL, NULL, '2026-11-26 01:42:41.705039+00');


--
-- Data for Name: proof_tile; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.proof_tile VALUES
	(0, 0, '\xd8e3f1f22d674eafae88e4bc1b74099da7e182fcabcb41491ecae5dba7ccd1976e2997747478f7442205267dc170ad50c999b89c25caaccb888e20570912cfc4909fdf6437ec668ee88df04cb922babc7ffdaccc854faeedfe292b8f4150f1846d74ad8505ace3f4fe367a9c149f561c41da4cd71076516b932d79cafa5b599baff4034660b684c3516945e52901187004c070db3b97bf743c24a1b5c7737437ced4996b335515160e1351a7829ef364eacf76ffcd61472ddd56b1d7ac345e59ad0583902b8b094edf28b46d043a03e99feb0bf7ad9a7b5b7bbcd87768ecf3fc31282d0191ae3318361a8478fa6639864155437445dd845e390c8a563177b4fb47fb9f8c708e14cada7e975c5da1b7d32b5f3586b0d4180ec7f67a45140ab37e289909e34d07e3259c718bdfd71c24d7526ce36c3c37fcde84994ab96dfa92e269cbe6dd69da2cb77fc02ccfa8062d2b0f2fd75dde09f6f98073fe9c8cbfc2593edbaab937ff3fd6f29d863f3091321196f15542c06c459c7cd7251dbb24ee20b694768c9dd2d888d734218c372ad2cbbab6b6d4bebc01dbbd6a16aa6040bdb14071afccd316e606b0b837baf4121a6bb8b9227707701526c665a168742b284567429190449c815d0350c961846e29e55f05c7e6e28d6a67e952edbbfd0341165b9e64a36db32b9b849d326f72dc552989780e179977fe01d4e1cf4abe6e88a6fa75a9b24abb5b2c26afa0d5c79a9db7fc40fc4638403325feefa9fefa111e2f14aba73460541cbf4acee9c4b3ad571eda2575f61930d4b9fe4829dbc19ef26eba338bc8df0c3ab84fcbd7acfdcd0fc01f6656b2c4ddeb28f6ad518f3df3a1163b4595f083aa7d0a9252e5e35ae45c196a1b9bb82f9a9354e413d5b6998e8269a4c3f2c539d162544a62f816f0c778a0213eeaa104811864683961e0dcf5a6ae189b8b245162ae724aa67eca1702f3f052530695ea58910a82d2ba346b988913c560240500b95794b70dc6290205a0fc09b43be7c28abcc80b93d4253d45abcceaf0222a4c431ade8712834c47957eeabdd3bf4b38cd007402b7e6edc971268606ad55c00cd64dd2127d2efbe536571a24fe7e5a3efcb955c09c7fc1003edd48a681b451d9b2293db3b9fb3c9dd2a0ef61fbc08903861351235af7de77c68c9872c7a1401f3842e885c586d33af471396f4ee95df75fa2158eeb0d890b53f5ae1b736db84061134610ecf7d3bf3a1fa84cfd100f9c051d0b27a74ed0d1294c37fd2853cd8adb813171ce82c77d0440d7e58620db317b602e32cb603e920ea55ab95b4cd8b0b9f92afcae02dba4d3e15594a78bd53fedadd5ebfc5c1b1aea301688648b0e4771d1ca5272ac0e42a47341715d50fd448f670dddd9d92e3deadf3f3de5229f2cfb13df116d09839d58ebb6860a7c1cb793e452da95b7062df6a012e2b9f790c63849c2110aea9b734f66b4a5055dc6ad03df5d8566f09c7427e9377293c015b4ff6209948364d291b12fe0ebfc941da348ba4a8b8f45a45084eeb81cbf59816e35abaa270e66a682b828344977ddc1aeeafb92067b8feb2afcbeb949a2f8e89674f596281f015fe96c2b4d1e00149eaaa75629a498f4ce963269a9d4b54ee1d060d5e05ecb934df3a821772566b0aa354c387538b9e430182f20f16fc5447d185feb3b0330df5eb9d650186569e5ae59d0ba72cebbe282036edf49bc6fe4d456d89a452ae319ce5bf3439d011961acad199716fc57836c6516a2853b2fc291a91bfdab5c25abd132fbe8ed7ce51e7e669b377514b83b76fe03de357bee3c487cb57850d8233b41de33312921211d47cb56861fd42310d637be2991690b98396ce6e3400c526b9e0291afebcb91c4cdeb0ef5fcdc1a6a5f42cc8eecbde920c2bb95a3f9af9d213e8704b2b063d8a81fa8326affe1abc6f2386cccf46f1dd1cac7767ee4de0acf1dadc334e4ef22b1e8826be075e20cb35d21cacdc7', '\xa38d5e8b29878005bbfcb16a37a9ee8cfe64472d25b2bfe59b32108da9752016');


--
-- Data for Name: qr_order; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.qr_order VALUES
	('bd718b7f-2a04-55e8-973e-1dde26725faa', 'XVYYW7ZKARK6RFZ6DXPC', '01a21584-ead1-719e-ab35-dbde14155e4c', 'KBANK', 'THB', 250.00, '2026-11-26 01:42:45.456778+00', '2026-11-26 01:57:45.456778+00', true, '00020101021230630016A00000067701011201150107536000374010220XVYYW7ZKARK6RFZ6DXPC53037645802TH5406250.0063041AAD', false, 'paid', 0, '2026-11-26 01:42:50.456778+00'),
	('e94ee9b5-44ec-5916-8932-d44f91a9c979', '5FHOTNKE5RMRNCJS2RHZ', '01a21584-eb82-7040-8b5e-2351eb1bcede', 'KBANK', 'THB', 250.00, '2026-11-26 01:42:51.07919+00', '2026-11-26 01:57:51.07919+00', true, '00020101021230630016A000000677010112011501075360003740102205FHOTNKE5RMRNCJS2RHZ53037645802TH5406250.0063040AF0', false, 'paid', 0, '2026-11-26 01:42:56.07919+00');


--
-- Data for Name: reconciliation_day; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reconciliation_day VALUES
	('2026-11-25', 'bank:gsb-1', '2026-11-26 02:12:41.716407+00', '2026-11-26 01:42:41.754179+00'),
	('2026-11-25', 'game:askmebet', '2026-11-26 02:12:42.071782+00', '2026-11-26 01:42:42.110315+00'),
	('2026-11-25', 'bank:kbank-1', '2026-11-26 02:12:41.754893+00', '2026-11-26 01:42:41.788523+00'),
	('2026-11-25', 'game:imi', '2026-11-26 02:12:42.113077+00', '2026-11-26 01:42:42.151693+00'),
	('2026-11-25', 'game:circus', '2026-11-26 02:12:42.154221+00', '2026-11-26 01:42:42.219491+00'),
	('2026-11-25', 'bank:scb-1', '2026-11-26 02:12:41.794126+00', '2026-11-26 01:42:41.818088+00'),
	('2026-11-25', 'game:areaslot', '2026-11-26 02:12:42.227762+00', '2026-11-26 01:42:42.276079+00'),
	('2026-11-25', 'game:slotracha', '2026-11-26 02:12:42.277336+00', '2026-11-26 01:42:42.29395+00'),
	('2026-11-25', 'game:betflix', '2026-11-26 02:12:42.294695+00', '2026-11-26 01:42:42.30981+00'),
	('2026-11-25', 'psp:ZAPMAN', '2026-11-26 02:12:41.821959+00', '2026-11-26 01:42:41.898164+00'),
	('2026-11-25', 'game:joker2', '2026-11-26 02:12:42.312572+00', '2026-11-26 01:42:42.326361+00'),
	('2026-11-25', 'game:pgslot', '2026-11-26 02:12:42.327723+00', '2026-11-26 01:42:42.351588+00'),
	('2026-11-25', 'game:pg', '2026-11-26 02:12:42.353587+00', '2026-11-26 01:42:42.374891+00'),
	('2026-11-25', 'psp:WW', '2026-11-26 02:12:41.90256+00', '2026-11-26 01:42:41.967076+00'),
	('2026-11-25', 'psp:KBANK', '2026-11-26 02:12:41.968609+00', '2026-11-26 01:42:42.016328+00'),
	('2026-11-25', 'payout', '2026-11-26 02:12:42.017588+00', '2026-11-26 01:42:42.028338+00'),
	('2026-11-25', 'game:huayhd', '2026-11-26 02:12:42.036026+00', '2026-11-26 01:42:42.054824+00'),
	('2026-11-25', 'game:usun', '2026-11-26 02:12:42.055613+00', '2026-11-26 01:42:42.071334+00');


--
-- Data for Name: reconciliation_difference; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reconciliation_run; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reconciliation_run VALUES
	('01a21584-e94d-751f-9cd7-65242fb0dee8', 'bank:gsb-1', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.74116+00', 0, 0, 0, 0, NULL),
	('01a21584-e96d-701b-8a56-58598a170a5f', 'bank:kbank-1', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.773461+00', 0, 0, 0, 0, NULL),
	('01a21584-e998-7226-8f74-a7ec73982abf', 'bank:scb-1', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.816338+00', 0, 0, 0, 0, NULL),
	('01a21584-e9dc-7525-b92c-5fc61f78bfb4', 'psp:ZAPMAN', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.884817+00', 0, 0, 0, 0, NULL),
	('01a21584-ea23-7021-9644-75e4f7e2ad35', 'psp:WW', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.955061+00', 0, 0, 0, 0, NULL),
	('01a21584-ea4e-75b6-a59c-4de987179e53', 'psp:KBANK', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:41.99856+00', 0, 0, 0, 0, NULL),
	('01a21584-ea69-76bd-9948-9d77be8ede1a', 'payout', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.02537+00', 0, 0, 0, 0, NULL),
	('01a21584-ea81-7431-9a60-cde94e998adf', 'game:huayhd', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.049957+00', 0, 0, 0, 0, NULL),
	('01a21584-ea91-74a8-8396-5801ac04bd90', 'game:usun', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.06576+00', 0, 0, 0, 0, NULL),
	('01a21584-eab7-765d-b388-61fe77d5f438', 'game:askmebet', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.103721+00', 0, 0, 0, 0, NULL),
	('01a21584-eae1-7205-85cb-967c741eef91', 'game:imi', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.145132+00', 0, 0, 0, 0, NULL),
	('01a21584-eafb-7237-a428-0c0d215533d9', 'game:circus', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.171361+00', 0, 0, 0, 0, NULL),
	('01a21584-eb46-76e3-9b6e-05fd8f3283cc', 'game:areaslot', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.246859+00', 0, 0, 0, 0, NULL),
	('01a21584-eb72-75be-bd3b-91f1b01ab1f4', 'game:slotracha', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.290164+00', 0, 0, 0, 0, NULL),
	('01a21584-eb81-71d7-b906-6e96f01d8c6f', 'game:betflix', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.305453+00', 0, 0, 0, 0, NULL),
	('01a21584-eb93-7324-ab03-42456e81c436', 'game:joker2', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.323456+00', 0, 0, 0, 0, NULL),
	('01a21584-ebae-70ed-981f-1a758e509971', 'game:pgslot', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.350959+00', 0, 0, 0, 0, NULL),
	('01a21584-ebc1-71e6-9b4f-f4394ae007e6', 'game:pg', '2026-11-24 17:00:00+00', '2026-11-25 17:00:00+00', '2026-11-26 01:42:42.36932+00', 0, 0, 0, 0, NULL);


--
-- Data for Name: reward_grant; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reward_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reward_head VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', NULL, NULL, 0, 0, 1, 3),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', NULL, NULL, 0, 0, 1, 3);


--
-- Data for Name: reward_invite; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reward_refund; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reward_seed; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reward_seed VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', '01a21585-054e-763b-bdd2-bf691f024324', '2d81588fe48bb1cd5e287319f878bac8bc2b8aa43c19554106268450f43aa86f', '01a21584-ead1-719e-ab35-dbde14155e4c', NULL, 1, '2026-11-26 01:42:48.913979+00', NULL, 21),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '01a21585-1b86-7010-bbf1-8ce6a09b5275', '34badf186db9c00bc2046f5f1db1ec6d088b937183c8b87fb8bbe6edba815b6f', '01a21584-eb82-7040-8b5e-2351eb1bcede', NULL, 1, '2026-11-26 01:42:54.615173+00', NULL, 42);


--
-- Data for Name: reward_spin; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reward_spin VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', '7e08d69d-ebfc-56b3-919e-e915cde4cbb6', '01a21585-054e-763b-bdd2-bf691f024324', '01a21584-ead1-719e-ab35-dbde14155e4c', 0, '5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e', 3123, 'NOTHING', 'nothing', NULL, NULL, NULL, NULL, NULL, 3, NULL, '2026-11-26 01:42:48.926282+00', 22),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '58687807-41c8-51fc-b8fc-e0a2250b1147', '01a21585-1b86-7010-bbf1-8ce6a09b5275', '01a21584-eb82-7040-8b5e-2351eb1bcede', 0, '5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e', 500, 'NOTHING', 'nothing', NULL, NULL, NULL, NULL, NULL, 3, NULL, '2026-11-26 01:42:54.641704+00', 43);


--
-- Data for Name: reward_wheel; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reward_wheel VALUES
	('5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e', '[{"code": "NOTHING", "weight": 4000}, {"code": "COIN1", "weight": 2500}, {"code": "CASH5", "weight": 1800}, {"code": "CASH20", "weight": 1000}, {"code": "COUPON50", "weight": 500}, {"code": "CASH100", "weight": 150}, {"code": "CASH500", "weight": 45}, {"code": "JACKPOT", "weight": 5}]', 22);


--
-- Data for Name: session; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.session VALUES
	('f2ae0f50-a14c-434a-a7bc-90bfa9b700ac', '\x9a0b0a86eb56323359d48d6d1687e3d6786c721f2c2a5dcfbc761375b541b067', '01a21584-ead1-719e-ab35-dbde14155e4c', '2026-11-26 01:42:43.326353+00', '2026-11-26 01:42:43.326353+00', 3600, '2026-11-26 13:42:43.326353+00', NULL),
	('bd703b6d-8957-48f8-a0df-7c4b369d2456', '\x8889bac300cc0d47d3b3496729e35f0a17920b1797ce1a4a59ee57df699ce1ba', '01a21584-eb82-7040-8b5e-2351eb1bcede', '2026-11-26 01:42:49.131381+00', '2026-11-26 01:42:49.131381+00', 3600, '2026-11-26 13:42:49.131381+00', NULL);


--
-- Data for Name: slip_entry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.slip_entry VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', '7c8d183a-75a4-5081-991f-e142f1b12fc6', 'SUCCESS', false, 'THB', 1500.00, NULL, '004', '015330084243HFY80982', 'scb-1', '2026-11-26 01:42:44.533931+00', '2026-11-26 01:42:44.553397+00', 4),
	('01a21584-ead1-719e-ab35-dbde14155e4c', '3b4de0f0-43e2-56a5-afb2-520d83ce13b7', 'SUCCESS', false, 'THB', 300.00, NULL, '004', '015330084244HAE93474', 'scb-1', '2026-11-26 01:42:45.346471+00', '2026-11-26 01:42:45.394084+00', 7),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '2f5409b7-fcb2-579e-b268-f363e33b95e3', 'SUCCESS', false, 'THB', 1500.00, NULL, '002', '20261126854222464889', 'scb-1', '2026-11-26 01:42:50.03568+00', '2026-11-26 01:42:50.061756+00', 25),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '072fe523-5098-537b-8659-14a49418af1c', 'SUCCESS', false, 'THB', 300.00, NULL, '002', '20261126726124189667', 'scb-1', '2026-11-26 01:42:50.961541+00', '2026-11-26 01:42:50.989735+00', 28);


--
-- Data for Name: slip_file; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.slip_file VALUES
	('7c8d183a-75a4-5081-991f-e142f1b12fc6', '01a21584-ead1-719e-ab35-dbde14155e4c', '3ea07905ae58d55b3c1ead53b92946b9.png', 'image/png', 126238, '\xc6b5352041c7a15a91da18dab63212a1b59a1091f6b61dcf211bdfbc182d71f5', '0041000600000101030040220015330084243HFY809825102TH9104C00B', NULL, '2026-11-26 01:42:44.117282+00'),
	('3b4de0f0-43e2-56a5-afb2-520d83ce13b7', '01a21584-ead1-719e-ab35-dbde14155e4c', '83374d24a2af77aa246301549eb8795b.png', 'image/png', 125469, '\x269ba47a0eff3db3e3df06d8b305caf17bd4605fe56e723c982f5630aeb1d17d', '0041000600000101030040220015330084244HAE934745102TH9104B03B', NULL, '2026-11-26 01:42:45.062004+00'),
	('2f5409b7-fcb2-579e-b268-f363e33b95e3', '01a21584-eb82-7040-8b5e-2351eb1bcede', 'd423e3069267c974a716a6f308926edc.png', 'image/png', 125229, '\x3d040a706e2b322bf63342d59a2951b2e89db431ea413358730a24037756d5b4', '0041000600000101030020220202611268542224648895102TH9104409D', NULL, '2026-11-26 01:42:49.656255+00'),
	('072fe523-5098-537b-8659-14a49418af1c', '01a21584-eb82-7040-8b5e-2351eb1bcede', '529bdc52cf111b298eb426671bd75721.png', 'image/png', 124250, '\x83eb0176fb88e685d721c274055617d1b6d868a4d1ecc8b77c17cec4d49f50b5', '0041000600000101030020220202611267261241896675102TH91040E17', NULL, '2026-11-26 01:42:50.559134+00');


--
-- Data for Name: slip_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.slip_head VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'THB', 2),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'THB', 2);


--
-- Data for Name: snapshot; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: socket_ticket; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: staff; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.staff VALUES
	('01a21584-ecb4-703f-857c-30df7c79e97d', 'agent', 'Nok', 'agent', '$argon2id$v=19$m=19456,t=2,p=1$w4Jt8MLuSApIdwuEUVJBlQ$DLVU6mPuqZS+Pn/6umFbyu4Vt++mhfTZYVwxbVhxKcs', '\x904757da35a18167f2196cd31a6e882d90f6db00c7458211628b5c6c9b2a07355af2b13de8aa1d930793d92ba7976fe2', 0, true, '2026-11-26 01:42:42.616439+00', '2026-11-26 01:42:42.616439+00'),
	('01a21584-ed00-7213-a867-5b4afcc5056f', 'supervisor', 'Somsak', 'supervisor', '$argon2id$v=19$m=19456,t=2,p=1$JOOOtD1S+XqwbZPQK/3Z0g$XW6OZRsCmQUcldanKH2zc11PMFkQu0RGPUMc/OuakuU', '\xafa2421ce5fbf831f84b32449f9e607895af939ec11caed566c15119a79efc28d06e1b0bb5bd3a45152ea0411d4ecd8b', 0, true, '2026-11-26 01:42:42.689359+00', '2026-11-26 01:42:42.689359+00'),
	('01a21584-ed61-72fc-b614-9af439f1fdbe', 'supervisor2', 'Dao', 'supervisor', '$argon2id$v=19$m=19456,t=2,p=1$GmTKJ98w9IpYKDWb/l85nA$jByGG54L0To2XQzRd+I1Df1UyLDwhxrO1A1JGK6C1fQ', '\xae4559f05fe70b9c5877abd270211a56f1d7e5347983ecf2f1bc9dc71efd9530517d35ade45814661d96dca64388d75c', 0, true, '2026-11-26 01:42:42.793159+00', '2026-11-26 01:42:42.793159+00'),
	('01a21584-edb1-752b-bfc5-d4d26f304be6', 'auditor', 'Wichai', 'auditor', '$argon2id$v=19$m=19456,t=2,p=1$TErXncOL9yertOCbSPFrrg$A0aLeWUdvbNxE6j5Uk0OaFyjVHY8/AhBecoxV3YOo7U', '\xb5fd8ebe508cbde86799d7e38d7189740253499f7e36d5083aac625187e1fefb7ff98087e0b80328eda561d6390b1910', 0, true, '2026-11-26 01:42:42.870228+00', '2026-11-26 01:42:42.870228+00');


--
-- Data for Name: staff_act; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.staff_act VALUES
	(1, '2026-11-26 01:42:41.64073+00', NULL, NULL, 'gateway.vouch', 'vouchers', 'decisions', NULL, '', '{"voucher":"67d6b13873548cb51935f610d5d5c32c6d1152b08215f53367825e4f75d8dca9"}', '\x0000000000000000000000000000000000000000000000000000000000000000', '\x8ecdd6795f28ff419d973f5a2fdafc4557d58a14384652f01b114c71738accfc'),
	(2, '2026-11-26 01:42:42.618337+00', NULL, NULL, 'staff.add', 'staff', '01a21584-ecb4-703f-857c-30df7c79e97d', NULL, '', '{"username":"agent","role":"agent"}', '\x8ecdd6795f28ff419d973f5a2fdafc4557d58a14384652f01b114c71738accfc', '\x1c0f713ac6dc1ac75d1516c5b048b4243181280e94d5f264a8f28176410dd5fc'),
	(3, '2026-11-26 01:42:42.690014+00', NULL, NULL, 'staff.add', 'staff', '01a21584-ed00-7213-a867-5b4afcc5056f', NULL, '', '{"username":"supervisor","role":"supervisor"}', '\x1c0f713ac6dc1ac75d1516c5b048b4243181280e94d5f264a8f28176410dd5fc', '\x0ec9282b9f79df6a91f1181d647dc7bafdc4b088a34818002a42eeea9f588279'),
	(4, '2026-11-26 01:42:42.797044+00', NULL, NULL, 'staff.add', 'staff', '01a21584-ed61-72fc-b614-9af439f1fdbe', NULL, '', '{"username":"supervisor2","role":"supervisor"}', '\x0ec9282b9f79df6a91f1181d647dc7bafdc4b088a34818002a42eeea9f588279', '\xd499d86a194199111db9cb742f900b4392ee38c8d543a17b3809b8758ba236e2'),
	(5, '2026-11-26 01:42:42.871063+00', NULL, NULL, 'staff.add', 'staff', '01a21584-edb1-752b-bfc5-d4d26f304be6', NULL, '', '{"username":"auditor","role":"auditor"}', '\xd499d86a194199111db9cb742f900b4392ee38c8d543a17b3809b8758ba236e2', '\x1e6fe567c399205fc4a9864d0eabdaac953a42e3a9b8c4d71c13e3bc0a3b5d84');


--
-- Data for Name: staff_act_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.staff_act_head VALUES
	(true, 5, '\x1e6fe567c399205fc4a9864d0eabdaac953a42e3a9b8c4d71c13e3bc0a3b5d84');


--
-- Data for Name: staff_address; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: staff_decision; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: staff_login_refusal; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: staff_look; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: staff_session; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: statement_count; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.statement_count VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', '2026-11-26', 'transfer', 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', '2026-11-26', 'withdraw', 1),
	('01a21584-ead1-719e-ab35-dbde14155e4c', '2026-11-26', 'deposit', 5),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '2026-11-26', 'transfer', 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '2026-11-26', 'withdraw', 1),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', '2026-11-26', 'deposit', 5);


--
-- Data for Name: statement_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.statement_head VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'THB', 1799.00),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'THB', 1799.00);


--
-- Data for Name: statement_line; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.statement_line VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'deposit', '7c8d183a-75a4-5081-991f-e142f1b12fc6', false, 'SUCCESS', 'in', '004', 'WALLET', 'THB', 1500.00, 1500.00, '2026-11-26 01:42:44.553397+00', '2026-11-26 01:42:44.553397+00', 5, '015330084243HFY80982', 'scb-1', NULL, NULL, 'slip', NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'deposit', '3b4de0f0-43e2-56a5-afb2-520d83ce13b7', false, 'SUCCESS', 'in', '004', 'WALLET', 'THB', 300.00, 1800.00, '2026-11-26 01:42:45.394084+00', '2026-11-26 01:42:45.394084+00', 8, '015330084244HAE93474', 'scb-1', NULL, NULL, 'slip', NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'deposit', 'bd718b7f-2a04-55e8-973e-1dde26725faa', false, 'SUCCESS', 'in', 'KBANK', 'WALLET', 'THB', 250.00, 2050.00, '2026-11-26 01:42:45.577567+00', '2026-11-26 01:42:45.577567+00', 10, 'KB20261126628799161', 'kbank-psp', NULL, NULL, 'qr', NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'deposit', '4ffae796-8dd3-5290-aea8-1197ff2a7c51', false, 'SUCCESS', 'in', 'TRUEWALLET', 'WALLET', 'THB', 99.00, 2149.00, '2026-11-26 01:42:45.656037+00', '2026-11-26 01:42:45.662179+00', 14, NULL, 'truemoney-1', NULL, NULL, 'gift', NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'transfer', 'a7986e9d-13d2-55bd-a3c9-22d07bba0ee5', false, 'SUCCESS', 'out', 'WALLET', 'pg', 'THB', 200.00, 1949.00, '2026-11-26 01:42:48.713861+00', '2026-11-26 01:42:48.713861+00', 15, 'PG-023c0bb7496d4fefbacef285447c3b59', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'withdraw', 'ecb85546-1849-5c3a-bda5-ac1cc1a4c1bc', false, 'SUCCESS', 'out', 'WALLET', 'BANK', 'THB', 150.00, 1799.00, '2026-11-26 01:42:48.820374+00', '2026-11-26 01:42:48.820374+00', 18, 'PO20261126093381961', NULL, '01a21584-ead1-719e-ab35-dbdd6521830d', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'deposit', '967dc374-2804-542b-ad89-450bb102e218', false, 'PENDING', 'none', 'MANUAL', 'WALLET', 'THB', 177.00, NULL, '2026-11-26 01:42:48.960114+00', '2026-11-26 01:42:48.960114+00', 23, NULL, NULL, NULL, NULL, 'manual', NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'deposit', '2f5409b7-fcb2-579e-b268-f363e33b95e3', false, 'SUCCESS', 'in', '002', 'WALLET', 'THB', 1500.00, 1500.00, '2026-11-26 01:42:50.061756+00', '2026-11-26 01:42:50.061756+00', 26, '20261126854222464889', 'scb-1', NULL, NULL, 'slip', NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'deposit', '072fe523-5098-537b-8659-14a49418af1c', false, 'SUCCESS', 'in', '002', 'WALLET', 'THB', 300.00, 1800.00, '2026-11-26 01:42:50.989735+00', '2026-11-26 01:42:50.989735+00', 29, '20261126726124189667', 'scb-1', NULL, NULL, 'slip', NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'deposit', 'e94ee9b5-44ec-5916-8932-d44f91a9c979', false, 'SUCCESS', 'in', 'KBANK', 'WALLET', 'THB', 250.00, 2050.00, '2026-11-26 01:42:51.230717+00', '2026-11-26 01:42:51.230717+00', 31, 'KB20261126579488353', 'kbank-psp', NULL, NULL, 'qr', NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'deposit', 'b684de97-e608-5017-8088-582cb3bede0f', false, 'SUCCESS', 'in', 'TRUEWALLET', 'WALLET', 'THB', 99.00, 2149.00, '2026-11-26 01:42:51.316196+00', '2026-11-26 01:42:51.324696+00', 35, NULL, 'truemoney-1', NULL, NULL, 'gift', NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'transfer', 'a96b5483-a47d-56e7-a81f-734baa2a0ddd', false, 'SUCCESS', 'out', 'WALLET', 'pg', 'THB', 200.00, 1949.00, '2026-11-26 01:42:54.398625+00', '2026-11-26 01:42:54.398625+00', 36, 'PG-f28cf40195504932b8bee10491fb10d0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'withdraw', '2904b101-611f-5bf8-acfa-901af1268523', false, 'SUCCESS', 'out', 'WALLET', 'BANK', 'THB', 150.00, 1799.00, '2026-11-26 01:42:54.494529+00', '2026-11-26 01:42:54.494529+00', 39, 'PO20261126941126618', NULL, '01a21584-eb82-7040-8b5e-2350f52b0edf', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'deposit', 'b07c803f-3629-539d-a24a-0e657e448e1a', false, 'PENDING', 'none', 'MANUAL', 'WALLET', 'THB', 177.00, NULL, '2026-11-26 01:42:54.669996+00', '2026-11-26 01:42:54.669996+00', 44, NULL, NULL, NULL, NULL, 'manual', NULL, NULL, NULL, NULL);


--
-- Data for Name: statement_sweep; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: stream_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.stream_head VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 22, '\xfd508e3b8bfe874cf1d6d7aa56db9ef4011aa647b8fb491579483e3d22d38b7f'),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 22, '\xb1b7799dffc04d9ac9bc8b78f567820d722051566fc083f065067d35dd5ab9e6');


--
-- Data for Name: throttle; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.throttle VALUES
	('login:service', '\x4e9b73a7c4ba87b8f3340824ec17828f', 2, '2026-11-26 01:42:43.184167+00', NULL, '2026-11-26 01:42:49.027278+00'),
	('login:address', '\x62089b097761dc4f6c83f453bf455ebe', 0, '2026-11-26 01:42:49.026767+00', NULL, '2026-11-26 01:42:49.026767+00');


--
-- Data for Name: trial_balance; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.trial_balance VALUES
	('bank:scb-1', 'THB', -3600.00, 29),
	('bank:kbank-psp', 'THB', -500.00, 31),
	('bank:truemoney-1', 'THB', -198.00, 35),
	('game:pg', 'THB', 400.00, 38),
	('in_transit', 'THB', 0.00, 38),
	('main', 'THB', 3598.00, 39),
	('payout', 'THB', 300.00, 41),
	('withdrawal', 'THB', 0.00, 41),
	('coin_issue', 'COIN', -6.00, 43),
	('coins', 'COIN', 6.00, 43);


--
-- Data for Name: wallet_balance; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.wallet_balance VALUES
	('01a21584-ead1-719e-ab35-dbde14155e4c', 'THB', 1799.00, 0.00, 0.00, NULL, 22, 3),
	('01a21584-eb82-7040-8b5e-2351eb1bcede', 'THB', 1799.00, 0.00, 0.00, NULL, 43, 3);


--
-- Data for Name: wallet_sync; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: wheel_seed; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.wheel_seed VALUES
	('01a21585-054e-763b-bdd2-bf691f024324', '01a21584-ead1-719e-ab35-dbde14155e4c', '\xe4e8283d17d151ce4bf53d74462e671c38f97f230630b86aee4fc1794e16fdd34e33364f694264f03d6334222da2f923d05ea9446c733aa29f211f03', '2026-11-26 01:42:48.91071+00'),
	('01a21585-1b86-7010-bbf1-8ce6a09b5275', '01a21584-eb82-7040-8b5e-2351eb1bcede', '\x9c3c159b890e179a1e3026323b008309cd1703dc64355b26c4c3b1c9b9a998d9bd369b82a66d32a52053d06785cf1b3703e66b1c1caa8ff1fc5d435e', '2026-11-26 01:42:54.606403+00');


--
-- Name: _sqlx_migrations _sqlx_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);


--
-- Name: bank_account bank_account_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_number_key UNIQUE (bank_code, account_no);


--
-- Name: bank_account bank_account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_pkey PRIMARY KEY (id);


--
-- Name: chat_conversation chat_conversation_guest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_guest_key UNIQUE (guest_id);


--
-- Name: chat_conversation chat_conversation_member_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_member_key UNIQUE (member_id);


--
-- Name: chat_conversation chat_conversation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_pkey PRIMARY KEY (id);


--
-- Name: chat_file chat_file_file_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_file
    ADD CONSTRAINT chat_file_file_name_key UNIQUE (file_name);


--
-- Name: chat_file chat_file_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_file
    ADD CONSTRAINT chat_file_pkey PRIMARY KEY (id);


--
-- Name: chat_file_total chat_file_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_file_total
    ADD CONSTRAINT chat_file_total_pkey PRIMARY KEY (owner_kind);


--
-- Name: chat_message chat_message_client_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_message
    ADD CONSTRAINT chat_message_client_key UNIQUE (author_id, client_id);


--
-- Name: chat_message chat_message_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_message
    ADD CONSTRAINT chat_message_pkey PRIMARY KEY (id);


--
-- Name: chat_message chat_message_sequence_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_message
    ADD CONSTRAINT chat_message_sequence_key UNIQUE (conversation_id, sequence);


--
-- Name: chat_reply chat_reply_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_reply
    ADD CONSTRAINT chat_reply_pkey PRIMARY KEY (id);


--
-- Name: chat_reply chat_reply_shortcut_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_reply
    ADD CONSTRAINT chat_reply_shortcut_key UNIQUE (shortcut);


--
-- Name: claim claim_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (kind, reference);


--
-- Name: erasure erasure_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (member_id);


--
-- Name: event event_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (aggregate_type, aggregate_id, sequence);


--
-- Name: event event_position_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_position_key UNIQUE ("position");


--
-- Name: game_account game_account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_account
    ADD CONSTRAINT game_account_pkey PRIMARY KEY (wallet_id, game);


--
-- Name: game_credential game_credential_game_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_credential
    ADD CONSTRAINT game_credential_game_username_key UNIQUE (game, username);


--
-- Name: game_credential game_credential_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_credential
    ADD CONSTRAINT game_credential_pkey PRIMARY KEY (wallet_id, game);


--
-- Name: gift_link gift_link_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_link
    ADD CONSTRAINT gift_link_pkey PRIMARY KEY (gift_id);


--
-- Name: guest guest_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_pkey PRIMARY KEY (id);


--
-- Name: idempotency idempotency_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (wallet_id, key);


--
-- Name: invite_day invite_day_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invite_day
    ADD CONSTRAINT invite_day_pkey PRIMARY KEY (day);


--
-- Name: invite_figure invite_figure_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invite_figure
    ADD CONSTRAINT invite_figure_pkey PRIMARY KEY (day, invitee);


--
-- Name: kept_answer kept_answer_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kept_answer
    ADD CONSTRAINT kept_answer_pkey PRIMARY KEY (owner_id, key);


--
-- Name: lease lease_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (name);


--
-- Name: log_head log_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.log_head
    ADD CONSTRAINT log_head_pkey PRIMARY KEY (is_only);


--
-- Name: member_device member_device_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_device
    ADD CONSTRAINT member_device_pkey PRIMARY KEY (member_id, device);


--
-- Name: member member_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (id);


--
-- Name: member member_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_username_key UNIQUE (username);


--
-- Name: open_work open_work_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.open_work
    ADD CONSTRAINT open_work_pkey PRIMARY KEY (kind, wallet_id, work_id);


--
-- Name: operation_run operation_run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.operation_run
    ADD CONSTRAINT operation_run_pkey PRIMARY KEY (id);


--
-- Name: otp otp_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.otp
    ADD CONSTRAINT otp_pkey PRIMARY KEY (id);


--
-- Name: otp otp_token_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.otp
    ADD CONSTRAINT otp_token_key UNIQUE (token_hash);


--
-- Name: process_attempt process_attempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.process_attempt
    ADD CONSTRAINT process_attempt_pkey PRIMARY KEY (process, subject_id);


--
-- Name: projection_checkpoint projection_checkpoint_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projection_checkpoint
    ADD CONSTRAINT projection_checkpoint_pkey PRIMARY KEY (view);


--
-- Name: proof_checkpoint proof_checkpoint_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_checkpoint
    ADD CONSTRAINT proof_checkpoint_pkey PRIMARY KEY (size);


--
-- Name: proof_finding proof_finding_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_finding
    ADD CONSTRAINT proof_finding_pkey PRIMARY KEY (problem);


--
-- Name: proof_head proof_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_head
    ADD CONSTRAINT proof_head_pkey PRIMARY KEY (is_only);


--
-- Name: proof_key proof_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_key
    ADD CONSTRAINT proof_key_pkey PRIMARY KEY (key_id);


--
-- Name: proof_key proof_key_verifier_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_key
    ADD CONSTRAINT proof_key_verifier_key UNIQUE (verifier);


--
-- Name: proof_tile proof_tile_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_tile
    ADD CONSTRAINT proof_tile_pkey PRIMARY KEY (level, index);


--
-- Name: qr_order qr_order_order_ref_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.qr_order
    ADD CONSTRAINT qr_order_order_ref_key UNIQUE (order_ref);


--
-- Name: qr_order qr_order_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.qr_order
    ADD CONSTRAINT qr_order_pkey PRIMARY KEY (order_id);


--
-- Name: reconciliation_day reconciliation_day_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reconciliation_day
    ADD CONSTRAINT reconciliation_day_pkey PRIMARY KEY (day, source);


--
-- Name: reconciliation_difference reconciliation_difference_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reconciliation_difference
    ADD CONSTRAINT reconciliation_difference_pkey PRIMARY KEY (run_id, ordinal);


--
-- Name: reconciliation_run reconciliation_run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reconciliation_run
    ADD CONSTRAINT reconciliation_run_pkey PRIMARY KEY (run_id);


--
-- Name: reward_grant reward_grant_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_grant
    ADD CONSTRAINT reward_grant_pkey PRIMARY KEY (wallet_id, grant_id);


--
-- Name: reward_head reward_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_head
    ADD CONSTRAINT reward_head_pkey PRIMARY KEY (wallet_id);


--
-- Name: reward_invite reward_invite_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_invite
    ADD CONSTRAINT reward_invite_pkey PRIMARY KEY (wallet_id, invitee, period_from);


--
-- Name: reward_refund reward_refund_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_refund
    ADD CONSTRAINT reward_refund_pkey PRIMARY KEY (wallet_id, period_from);


--
-- Name: reward_seed reward_seed_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_seed
    ADD CONSTRAINT reward_seed_pkey PRIMARY KEY (wallet_id, seed_id);


--
-- Name: reward_spin reward_spin_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_spin
    ADD CONSTRAINT reward_spin_pkey PRIMARY KEY (wallet_id, spin_id);


--
-- Name: reward_wheel reward_wheel_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reward_wheel
    ADD CONSTRAINT reward_wheel_pkey PRIMARY KEY (wheel);


--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);


--
-- Name: session session_token_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token_hash);


--
-- Name: slip_entry slip_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.slip_entry
    ADD CONSTRAINT slip_entry_pkey PRIMARY KEY (wallet_id, slip_id);


--
-- Name: slip_file slip_file_file_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.slip_file
    ADD CONSTRAINT slip_file_file_name_key UNIQUE (file_name);


--
-- Name: slip_file slip_file_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.slip_file
    ADD CONSTRAINT slip_file_pkey PRIMARY KEY (slip_id);


--
-- Name: slip_head slip_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.slip_head
    ADD CONSTRAINT slip_head_pkey PRIMARY KEY (wallet_id);


--
-- Name: snapshot snapshot_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (wallet_id);


--
-- Name: socket_ticket socket_ticket_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.socket_ticket
    ADD CONSTRAINT socket_ticket_pkey PRIMARY KEY (ticket_hash);


--
-- Name: staff_act_head staff_act_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_act_head
    ADD CONSTRAINT staff_act_head_pkey PRIMARY KEY (is_only);


--
-- Name: staff_act staff_act_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_act
    ADD CONSTRAINT staff_act_pkey PRIMARY KEY (id);


--
-- Name: staff_address staff_address_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_address
    ADD CONSTRAINT staff_address_pkey PRIMARY KEY (staff_id, address);


--
-- Name: staff_decision staff_decision_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_decision
    ADD CONSTRAINT staff_decision_pkey PRIMARY KEY (id);


--
-- Name: staff_login_refusal staff_login_refusal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_login_refusal
    ADD CONSTRAINT staff_login_refusal_pkey PRIMARY KEY (minute);


--
-- Name: staff_look staff_look_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_look
    ADD CONSTRAINT staff_look_pkey PRIMARY KEY (id);


--
-- Name: staff staff_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_pkey PRIMARY KEY (id);


--
-- Name: staff_session staff_session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_session
    ADD CONSTRAINT staff_session_pkey PRIMARY KEY (id);


--
-- Name: staff_session staff_session_token_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_session
    ADD CONSTRAINT staff_session_token_key UNIQUE (token_hash);


--
-- Name: staff staff_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_username_key UNIQUE (username);


--
-- Name: statement_count statement_count_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.statement_count
    ADD CONSTRAINT statement_count_pkey PRIMARY KEY (wallet_id, day, kind);


--
-- Name: statement_head statement_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.statement_head
    ADD CONSTRAINT statement_head_pkey PRIMARY KEY (wallet_id);


--
-- Name: statement_line statement_line_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.statement_line
    ADD CONSTRAINT statement_line_pkey PRIMARY KEY (wallet_id, kind, operation_id, is_return);


--
-- Name: statement_sweep statement_sweep_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.statement_sweep
    ADD CONSTRAINT statement_sweep_pkey PRIMARY KEY (wallet_id, sweep_id);


--
-- Name: stream_head stream_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stream_head
    ADD CONSTRAINT stream_head_pkey PRIMARY KEY (wallet_id);


--
-- Name: throttle throttle_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (scope, subject);


--
-- Name: trial_balance trial_balance_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trial_balance
    ADD CONSTRAINT trial_balance_pkey PRIMARY KEY (account, currency);


--
-- Name: wallet_balance wallet_balance_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_balance
    ADD CONSTRAINT wallet_balance_pkey PRIMARY KEY (wallet_id);


--
-- Name: wallet_sync wallet_sync_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_sync
    ADD CONSTRAINT wallet_sync_pkey PRIMARY KEY (wallet_id);


--
-- Name: wheel_seed wheel_seed_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wheel_seed
    ADD CONSTRAINT wheel_seed_pkey PRIMARY KEY (seed_id);


--
-- Name: bank_account_first_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX bank_account_first_key ON public.bank_account USING btree (member_id) WHERE is_first;


--
-- Name: bank_account_holder_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX bank_account_holder_idx ON public.bank_account USING btree (holder text_pattern_ops);


--
-- Name: bank_account_member_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX bank_account_member_idx ON public.bank_account USING btree (member_id);


--
-- Name: bank_account_number_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX bank_account_number_idx ON public.bank_account USING btree (account_no);


--
-- Name: chat_conversation_assigned_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_conversation_assigned_idx ON public.chat_conversation USING btree (assigned_to, last_message_at DESC, id DESC) WHERE (assigned_to IS NOT NULL);


--
-- Name: chat_conversation_last_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_conversation_last_idx ON public.chat_conversation USING btree (last_message_at DESC, id DESC) WHERE (last_message_at IS NOT NULL);


--
-- Name: chat_conversation_waiting_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_conversation_waiting_idx ON public.chat_conversation USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);


--
-- Name: chat_file_address_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_file_address_idx ON public.chat_file USING btree (address_key, uploaded_at) WHERE (address_key IS NOT NULL);


--
-- Name: chat_file_deleted_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_file_deleted_idx ON public.chat_file USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: chat_file_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_file_owner_idx ON public.chat_file USING btree (owner_id);


--
-- Name: chat_file_uploaded_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_file_uploaded_idx ON public.chat_file USING btree (uploaded_at);


--
-- Name: chat_message_file_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_message_file_idx ON public.chat_message USING btree (file_id) WHERE (file_id IS NOT NULL);


--
-- Name: chat_message_stored_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_message_stored_idx ON public.chat_message USING btree (stored_at);


--
-- Name: chat_message_unread_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_message_unread_idx ON public.chat_message USING btree (conversation_id, sequence) WHERE (sender = 'customer'::text);


--
-- Name: chat_reply_file_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_reply_file_idx ON public.chat_reply USING btree (file_id) WHERE (file_id IS NOT NULL);


--
-- Name: gift_link_submitted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gift_link_submitted_at_idx ON public.gift_link USING btree (submitted_at) WHERE (sealed IS NOT NULL);


--
-- Name: gift_link_wallet_id_submitted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gift_link_wallet_id_submitted_at_idx ON public.gift_link USING btree (wallet_id, submitted_at DESC);


--
-- Name: guest_last_seen_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guest_last_seen_idx ON public.guest USING btree (last_seen_at);


--
-- Name: guest_linked_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guest_linked_idx ON public.guest USING btree (linked_to) WHERE (linked_to IS NOT NULL);


--
-- Name: member_device_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_device_idx ON public.member_device USING btree (device);


--
-- Name: member_inviter_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_inviter_idx ON public.member USING btree (inviter_id) WHERE (inviter_id IS NOT NULL);


--
-- Name: member_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_name_idx ON public.member USING btree (lower(name) text_pattern_ops);


--
-- Name: member_username_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_username_idx ON public.member USING btree (username text_pattern_ops);


--
-- Name: member_words_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_words_idx ON public.member USING gin (string_to_array(lower(name), ' '::text));


--
-- Name: open_work_kind_status_opened_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX open_work_kind_status_opened_position_idx ON public.open_work USING btree (kind, status, opened_position);


--
-- Name: open_work_work_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX open_work_work_id_idx ON public.open_work USING btree (work_id) WHERE (status <> 'ended'::text);


--
-- Name: operation_run_latest_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX operation_run_latest_idx ON public.operation_run USING btree (kind, started_at DESC);


--
-- Name: operation_run_running_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX operation_run_running_key ON public.operation_run USING btree (kind) WHERE (ended_at IS NULL);


--
-- Name: otp_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX otp_created_idx ON public.otp USING btree (created_at);


--
-- Name: otp_phone_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX otp_phone_idx ON public.otp USING btree (phone, purpose, created_at DESC);


--
-- Name: proof_key_current_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX proof_key_current_idx ON public.proof_key USING btree ((true)) WHERE (until_size IS NULL);


--
-- Name: qr_order_channel_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX qr_order_channel_created_at_idx ON public.qr_order USING btree (channel, created_at) WHERE ((settlement IS NULL) OR (settlement = 'referred'::text));


--
-- Name: qr_order_channel_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX qr_order_channel_expires_at_idx ON public.qr_order USING btree (channel, expires_at) WHERE ((settlement IS NULL) AND (NOT is_withdrawn));


--
-- Name: qr_order_channel_next_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX qr_order_channel_next_at_idx ON public.qr_order USING btree (channel, next_at) WHERE (settlement IS NULL);


--
-- Name: qr_order_wallet_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX qr_order_wallet_id_created_at_idx ON public.qr_order USING btree (wallet_id, created_at DESC);


--
-- Name: reconciliation_run_source_ran_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reconciliation_run_source_ran_at_idx ON public.reconciliation_run USING btree (source, ran_at DESC);


--
-- Name: reward_grant_kind_reference_quota_no_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reward_grant_kind_reference_quota_no_idx ON public.reward_grant USING btree (kind, reference, quota_no) WHERE (quota_no IS NOT NULL);


--
-- Name: reward_grant_wallet_id_kind_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX reward_grant_wallet_id_kind_position_idx ON public.reward_grant USING btree (wallet_id, kind, "position" DESC);


--
-- Name: reward_invite_wallet_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX reward_invite_wallet_id_position_idx ON public.reward_invite USING btree (wallet_id, "position" DESC);


--
-- Name: reward_refund_wallet_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX reward_refund_wallet_id_position_idx ON public.reward_refund USING btree (wallet_id, "position" DESC);


--
-- Name: reward_seed_wallet_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX reward_seed_wallet_id_position_idx ON public.reward_seed USING btree (wallet_id, "position" DESC);


--
-- Name: reward_spin_wallet_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX reward_spin_wallet_id_position_idx ON public.reward_spin USING btree (wallet_id, "position" DESC);


--
-- Name: reward_spin_wallet_id_slice_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reward_spin_wallet_id_slice_position_idx ON public.reward_spin USING btree (wallet_id, slice, "position") WHERE ((grant_id IS NULL) AND (prize = ANY (ARRAY['coupon'::text, 'gift'::text])));


--
-- Name: session_expires_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_expires_idx ON public.session USING btree (expires_at);


--
-- Name: session_member_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_member_idx ON public.session USING btree (member_id) WHERE (revoked_at IS NULL);


--
-- Name: slip_entry_slip_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX slip_entry_slip_id_idx ON public.slip_entry USING btree (slip_id);


--
-- Name: slip_entry_trans_ref_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX slip_entry_trans_ref_idx ON public.slip_entry USING btree (trans_ref) WHERE (trans_ref IS NOT NULL);


--
-- Name: slip_entry_wallet_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX slip_entry_wallet_id_position_idx ON public.slip_entry USING btree (wallet_id, "position" DESC);


--
-- Name: slip_entry_wallet_id_trans_ref_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX slip_entry_wallet_id_trans_ref_idx ON public.slip_entry USING btree (wallet_id, trans_ref);


--
-- Name: slip_file_wallet_id_uploaded_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX slip_file_wallet_id_uploaded_at_idx ON public.slip_file USING btree (wallet_id, uploaded_at DESC);


--
-- Name: socket_ticket_expires_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX socket_ticket_expires_idx ON public.socket_ticket USING btree (expires_at);


--
-- Name: staff_act_staff_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_act_staff_idx ON public.staff_act USING btree (staff_id, id);


--
-- Name: staff_act_subject_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_act_subject_idx ON public.staff_act USING btree (subject_kind, subject_id, id);


--
-- Name: staff_address_address_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_address_address_idx ON public.staff_address USING btree (address);


--
-- Name: staff_decision_agreed_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_decision_agreed_idx ON public.staff_decision USING btree (asked_at) WHERE (status = 'AGREED'::text);


--
-- Name: staff_decision_alone_by_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_decision_alone_by_idx ON public.staff_decision USING btree (asked_by, asked_at) WHERE (moves_money AND (NOT needs_second));


--
-- Name: staff_decision_alone_wallet_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_decision_alone_wallet_idx ON public.staff_decision USING btree (wallet_id, asked_at) WHERE (moves_money AND (NOT needs_second));


--
-- Name: staff_decision_waiting_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_decision_waiting_idx ON public.staff_decision USING btree (asked_at) WHERE (needs_second AND (status = ANY (ARRAY['PENDING'::text, 'AGREED'::text])));


--
-- Name: staff_decision_waiting_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX staff_decision_waiting_key ON public.staff_decision USING btree (subject_kind, subject_id) WHERE (needs_second AND (status = ANY (ARRAY['PENDING'::text, 'AGREED'::text])));


--
-- Name: staff_look_staff_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_look_staff_idx ON public.staff_look USING btree (staff_id, wallet_id, until);


--
-- Name: staff_session_expires_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_session_expires_idx ON public.staff_session USING btree (expires_at);


--
-- Name: staff_session_staff_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX staff_session_staff_idx ON public.staff_session USING btree (staff_id) WHERE (revoked_at IS NULL);


--
-- Name: statement_line_amount_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_line_amount_position_idx ON public.statement_line USING btree (amount, "position" DESC);


--
-- Name: statement_line_kind_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_line_kind_created_at_idx ON public.statement_line USING btree (kind, created_at);


--
-- Name: statement_line_operation_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_line_operation_id_idx ON public.statement_line USING btree (operation_id);


--
-- Name: statement_line_reference_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_line_reference_idx ON public.statement_line USING btree (reference) WHERE (reference IS NOT NULL);


--
-- Name: statement_line_wallet_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_line_wallet_id_created_at_idx ON public.statement_line USING btree (wallet_id, created_at);


--
-- Name: statement_line_wallet_id_kind_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX statement_line_wallet_id_kind_position_idx ON public.statement_line USING btree (wallet_id, kind, "position" DESC);


--
-- Name: throttle_updated_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX throttle_updated_idx ON public.throttle USING btree (updated_at);


--
-- Name: claim append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.claim FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.claim ENABLE ALWAYS TRIGGER append_only;


--
-- Name: event append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.event ENABLE ALWAYS TRIGGER append_only;


--
-- Name: idempotency append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.idempotency FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.idempotency ENABLE ALWAYS TRIGGER append_only;


--
-- Name: kept_answer append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.kept_answer FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.kept_answer ENABLE ALWAYS TRIGGER append_only;


--
-- Name: proof_checkpoint append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proof_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.proof_checkpoint ENABLE ALWAYS TRIGGER append_only;


--
-- Name: staff_act append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.staff_act FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.staff_act ENABLE ALWAYS TRIGGER append_only;


--
-- Name: chat_file chat_file_count; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER chat_file_count AFTER INSERT OR DELETE OR UPDATE OF owner_kind, byte_count ON public.chat_file FOR EACH ROW EXECUTE FUNCTION public.count_chat_file();


--
-- Name: proof_tile grow_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER grow_only BEFORE UPDATE ON public.proof_tile FOR EACH ROW EXECUTE FUNCTION public.proof_tile_grow();

ALTER TABLE public.proof_tile ENABLE ALWAYS TRIGGER grow_only;


--
-- Name: proof_key keep; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.proof_key FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.proof_key ENABLE ALWAYS TRIGGER keep;


--
-- Name: proof_tile keep; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.proof_tile FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.proof_tile ENABLE ALWAYS TRIGGER keep;


--
-- Name: bank_account refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF account_no, holder ON public.bank_account FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('member_id');


--
-- Name: chat_conversation refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.chat_conversation FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('member_id');


--
-- Name: chat_file refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF owner_id ON public.chat_file FOR EACH ROW WHEN ((new.owner_kind = 'member'::text)) EXECUTE FUNCTION public.refuse_erased('owner_id');


--
-- Name: event refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.event FOR EACH ROW WHEN ((new.event_type = ANY (ARRAY['WithdrawalRequested'::text, 'SlipSubmitted'::text, 'QrOrdered'::text, 'GiftSubmitted'::text, 'ManualDepositRequested'::text, 'TransferStarted'::text]))) EXECUTE FUNCTION public.refuse_erased('aggregate_id');


--
-- Name: game_credential refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF sealed, sealed_next ON public.game_credential FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('wallet_id');


--
-- Name: gift_link refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.gift_link FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('wallet_id');


--
-- Name: guest refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER UPDATE OF linked_to ON public.guest FOR EACH ROW WHEN ((new.linked_to IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('linked_to');


--
-- Name: member_device refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.member_device FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('member_id');


--
-- Name: session refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('member_id');


--
-- Name: slip_file refuse_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased AFTER INSERT ON public.slip_file FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('wallet_id');


--
-- Name: member refuse_erased_member; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased_member BEFORE UPDATE ON public.member FOR EACH ROW WHEN ((old.erased_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased_member();


--
-- Name: chat_conversation refuse_erased_message; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refuse_erased_message AFTER UPDATE OF last_sequence ON public.chat_conversation FOR EACH ROW WHEN (((new.member_id IS NOT NULL) AND (new.last_sequence > old.last_sequence))) EXECUTE FUNCTION public.refuse_erased_message();


--
-- Name: proof_key retire_once; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER retire_once BEFORE UPDATE ON public.proof_key FOR EACH ROW EXECUTE FUNCTION public.proof_key_retire();

ALTER TABLE public.proof_key ENABLE ALWAYS TRIGGER retire_once;


--
-- Name: bank_account bank_account_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id) ON DELETE CASCADE;


--
-- Name: chat_conversation chat_conversation_assigned_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_assigned_fkey FOREIGN KEY (assigned_to) REFERENCES public.staff(id);


--
-- Name: chat_conversation chat_conversation_guest_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES public.guest(id) ON DELETE CASCADE;


--
-- Name: chat_conversation chat_conversation_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id) ON DELETE CASCADE;


--
-- Name: chat_conversation chat_conversation_merged_into_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_conversation
    ADD CONSTRAINT chat_conversation_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.chat_conversation(id) ON DELETE CASCADE;


--
-- Name: chat_message chat_message_conversation_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_message
    ADD CONSTRAINT chat_message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.chat_conversation(id) ON DELETE CASCADE;


--
-- Name: chat_message chat_message_file_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_message
    ADD CONSTRAINT chat_message_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.chat_file(id);


--
-- Name: chat_reply chat_reply_changed_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_reply
    ADD CONSTRAINT chat_reply_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.staff(id);


--
-- Name: chat_reply chat_reply_file_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_reply
    ADD CONSTRAINT chat_reply_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.chat_file(id);


--
-- Name: erasure erasure_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id);


--
-- Name: guest guest_linked_to_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_linked_to_fkey FOREIGN KEY (linked_to) REFERENCES public.member(id) ON DELETE CASCADE;


--
-- Name: member_device member_device_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_device
    ADD CONSTRAINT member_device_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id) ON DELETE CASCADE;


--
-- Name: member member_inviter_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES public.member(id) ON DELETE SET NULL;


--
-- Name: operation_run operation_run_started_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.operation_run
    ADD CONSTRAINT operation_run_started_by_fkey FOREIGN KEY (started_by) REFERENCES public.staff(id);


--
-- Name: proof_finding proof_finding_cleared_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof_finding
    ADD CONSTRAINT proof_finding_cleared_by_fkey FOREIGN KEY (cleared_by) REFERENCES public.operation_run(id);


--
-- Name: reconciliation_difference reconciliation_difference_run_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reconciliation_difference
    ADD CONSTRAINT reconciliation_difference_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.reconciliation_run(run_id);


--
-- Name: session session_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id) ON DELETE CASCADE;


--
-- Name: socket_ticket socket_ticket_guest_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.socket_ticket
    ADD CONSTRAINT socket_ticket_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES public.guest(id) ON DELETE CASCADE;


--
-- Name: socket_ticket socket_ticket_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.socket_ticket
    ADD CONSTRAINT socket_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.session(id) ON DELETE CASCADE;


--
-- Name: staff_act staff_act_staff_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_act
    ADD CONSTRAINT staff_act_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);


--
-- Name: staff_address staff_address_staff_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_address
    ADD CONSTRAINT staff_address_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);


--
-- Name: staff_decision staff_decision_asked_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_decision
    ADD CONSTRAINT staff_decision_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.staff(id);


--
-- Name: staff_decision staff_decision_decided_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_decision
    ADD CONSTRAINT staff_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.staff(id);


--
-- Name: staff_look staff_look_staff_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_look
    ADD CONSTRAINT staff_look_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);


--
-- Name: staff_session staff_session_staff_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.staff_session
    ADD CONSTRAINT staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);


--
-- Name: TABLE bank_account; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bank_account TO wallet_app;


--
-- Name: TABLE member_device; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member_device TO wallet_app;


--
-- Name: TABLE chat_conversation; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.chat_conversation TO wallet_app;


--
-- Name: TABLE chat_file; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chat_file TO wallet_app;


--
-- Name: TABLE chat_file_total; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.chat_file_total TO wallet_app;


--
-- Name: TABLE chat_message; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.chat_message TO wallet_app;


--
-- Name: TABLE chat_reply; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chat_reply TO wallet_app;


--
-- Name: TABLE claim; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.claim TO wallet_app;


--
-- Name: TABLE erasure; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.erasure TO wallet_app;


--
-- Name: TABLE event; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.event TO wallet_app;


--
-- Name: TABLE game_account; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.game_account TO wallet_app;


--
-- Name: TABLE game_credential; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.game_credential TO wallet_app;


--
-- Name: TABLE gift_link; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.gift_link TO wallet_app;


--
-- Name: TABLE guest; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.guest TO wallet_app;


--
-- Name: TABLE idempotency; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.idempotency TO wallet_app;


--
-- Name: TABLE invite_day; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.invite_day TO wallet_app;


--
-- Name: TABLE invite_figure; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invite_figure TO wallet_app;


--
-- Name: TABLE member; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member TO wallet_app;


--
-- Name: TABLE invitee; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.invitee TO wallet_app;


--
-- Name: TABLE kept_answer; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.kept_answer TO wallet_app;


--
-- Name: TABLE lease; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.lease TO wallet_app;


--
-- Name: TABLE log_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.log_head TO wallet_app;


--
-- Name: TABLE open_work; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_work TO wallet_app;


--
-- Name: TABLE operation_run; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.operation_run TO wallet_app;


--
-- Name: TABLE otp; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.otp TO wallet_app;


--
-- Name: TABLE process_attempt; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.process_attempt TO wallet_app;


--
-- Name: TABLE projection_checkpoint; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.projection_checkpoint TO wallet_app;


--
-- Name: TABLE proof_checkpoint; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.proof_checkpoint TO wallet_app;


--
-- Name: TABLE proof_finding; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof_finding TO wallet_app;


--
-- Name: TABLE proof_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.proof_head TO wallet_app;


--
-- Name: COLUMN proof_head.size; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(size) ON TABLE public.proof_head TO wallet_app;


--
-- Name: TABLE proof_key; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.proof_key TO wallet_app;


--
-- Name: COLUMN proof_key.until_size; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(until_size) ON TABLE public.proof_key TO wallet_app;


--
-- Name: TABLE proof_tile; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.proof_tile TO wallet_app;


--
-- Name: COLUMN proof_tile.hashes; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(hashes) ON TABLE public.proof_tile TO wallet_app;


--
-- Name: TABLE qr_order; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.qr_order TO wallet_app;


--
-- Name: TABLE reconciliation_day; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.reconciliation_day TO wallet_app;


--
-- Name: TABLE reconciliation_difference; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.reconciliation_difference TO wallet_app;


--
-- Name: TABLE reconciliation_run; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.reconciliation_run TO wallet_app;


--
-- Name: TABLE reward_grant; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_grant TO wallet_app;


--
-- Name: TABLE reward_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_head TO wallet_app;


--
-- Name: TABLE reward_invite; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_invite TO wallet_app;


--
-- Name: TABLE reward_refund; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_refund TO wallet_app;


--
-- Name: TABLE reward_seed; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_seed TO wallet_app;


--
-- Name: TABLE reward_spin; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_spin TO wallet_app;


--
-- Name: TABLE reward_wheel; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_wheel TO wallet_app;


--
-- Name: TABLE session; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO wallet_app;


--
-- Name: TABLE slip_entry; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slip_entry TO wallet_app;


--
-- Name: TABLE slip_file; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.slip_file TO wallet_app;


--
-- Name: TABLE slip_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slip_head TO wallet_app;


--
-- Name: TABLE snapshot; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.snapshot TO wallet_app;


--
-- Name: TABLE socket_ticket; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.socket_ticket TO wallet_app;


--
-- Name: TABLE staff; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.staff TO wallet_app;


--
-- Name: TABLE staff_act; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.staff_act TO wallet_app;


--
-- Name: TABLE staff_act_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.staff_act_head TO wallet_app;


--
-- Name: TABLE staff_address; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_address TO wallet_app;


--
-- Name: TABLE staff_decision; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.staff_decision TO wallet_app;


--
-- Name: TABLE staff_login_refusal; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_login_refusal TO wallet_app;


--
-- Name: TABLE staff_look; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.staff_look TO wallet_app;


--
-- Name: TABLE staff_session; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_session TO wallet_app;


--
-- Name: TABLE statement_count; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statement_count TO wallet_app;


--
-- Name: TABLE statement_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statement_head TO wallet_app;


--
-- Name: TABLE statement_line; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statement_line TO wallet_app;


--
-- Name: TABLE statement_sweep; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statement_sweep TO wallet_app;


--
-- Name: TABLE stream_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.stream_head TO wallet_app;


--
-- Name: TABLE throttle; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.throttle TO wallet_app;


--
-- Name: TABLE trial_balance; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.trial_balance TO wallet_app;


--
-- Name: TABLE wallet_balance; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.wallet_balance TO wallet_app;


--
-- Name: TABLE wallet_sync; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.wallet_sync TO wallet_app;


--
-- Name: TABLE wheel_seed; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.wheel_seed TO wallet_app;


--
-- Name: DEFAULT PRIVILEGES FOR SEQUENCES; Type: DEFAULT ACL; Schema: -; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT SELECT,USAGE ON SEQUENCES  TO wallet_app;


--
-- PostgreSQL database dump complete
--


