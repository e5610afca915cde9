CREATE TABLE frontdesk_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT frontdesk_version_pkc PRIMARY KEY (version_num)
)

CREATE TABLE actions (
	"key" TEXT NOT NULL,
	conversation_id TEXT NOT NULL,
	step TEXT NOT NULL,
	action TEXT NOT NULL,
	arguments TEXT NOT NULL,
	"by" TEXT NOT NULL,
	intended_at BIGINT NOT NULL,
	outcome TEXT,
	fields TEXT,
	done_at BIGINT,
	CONSTRAINT actions_pkey PRIMARY KEY ("key")
)

CREATE INDEX actions_conversation_id_index ON actions (conversation_id)

CREATE INDEX actions_unfinished_index ON actions (intended_at) WHERE outcome IS NULL

CREATE TABLE conversations (
	id TEXT NOT NULL,
	business TEXT NOT NULL,
	guest_id INTEGER,
	version INTEGER NOT NULL,
	position TEXT NOT NULL,
	flow TEXT,
	fingerprint TEXT,
	body TEXT NOT NULL,
	started_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	CONSTRAINT conversations_pkey PRIMARY KEY (id)
)

CREATE INDEX conversations_fingerprint_index ON conversations (business, fingerprint) WHERE fingerprint IS NOT NULL

CREATE INDEX conversations_guest_index ON conversations (guest_id, updated_at)

CREATE INDEX conversations_updated_index ON conversations (business, updated_at)

CREATE TABLE flow_versions (
	business TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	name TEXT NOT NULL,
	source TEXT NOT NULL,
	kept_at BIGINT NOT NULL,
	CONSTRAINT flow_versions_pkey PRIMARY KEY (business, fingerprint)
)

CREATE TABLE guests (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	name TEXT,
	phone TEXT,
	email TEXT,
	notes TEXT,
	created_at BIGINT NOT NULL,
	forgotten_at BIGINT, merged_into INTEGER,
	CONSTRAINT guests_pkey PRIMARY KEY (id)
)

CREATE INDEX guests_email_index ON guests (business, email)

CREATE INDEX guests_phone_index ON guests (business, phone)

CREATE TABLE messages (
	id INTEGER NOT NULL,
	conversation_id TEXT NOT NULL,
	turn INTEGER NOT NULL,
	side TEXT NOT NULL,
	channel TEXT NOT NULL,
	text TEXT NOT NULL,
	at BIGINT NOT NULL, "by" TEXT,
	CONSTRAINT messages_pkey PRIMARY KEY (id)
)

CREATE INDEX messages_conversation_id_index ON messages (conversation_id)

CREATE TABLE offers (
	id INTEGER NOT NULL,
	conversation_id TEXT NOT NULL,
	step TEXT NOT NULL,
	options TEXT NOT NULL,
	made_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT offers_pkey PRIMARY KEY (id)
)

CREATE INDEX offers_conversation_id_index ON offers (conversation_id)

CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	"key" TEXT NOT NULL,
	payload TEXT NOT NULL,
	conversation_id TEXT,
	due_at BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	delivered_at BIGINT, held_until BIGINT, failures INTEGER,
	CONSTRAINT outbox_key_key UNIQUE ("key")
)

CREATE INDEX outbox_conversation_id_index ON outbox (conversation_id)

CREATE INDEX outbox_due_index ON outbox (due_at) WHERE delivered_at IS NULL

CREATE TABLE requests (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	conversation_id TEXT NOT NULL,
	guest_id INTEGER,
	kind TEXT NOT NULL,
	reason TEXT NOT NULL,
	known TEXT NOT NULL,
	at BIGINT NOT NULL,
	answer TEXT,
	answered_by TEXT,
	answered_at BIGINT,
	closed_by TEXT,
	closed_at BIGINT, assigned_to TEXT,
	CONSTRAINT requests_pkey PRIMARY KEY (id)
)

CREATE INDEX requests_closed_index ON requests (business, closed_at, at)

CREATE INDEX requests_conversation_id_index ON requests (conversation_id)

CREATE INDEX requests_guest_id_index ON requests (guest_id)

CREATE TABLE resources (
	number INTEGER NOT NULL,
	business TEXT NOT NULL,
	name TEXT NOT NULL,
	CONSTRAINT resources_pkey PRIMARY KEY (number),
	CONSTRAINT resources_business_name_key UNIQUE (business, name)
)

CREATE TABLE turns (
	conversation_id TEXT NOT NULL,
	turn INTEGER NOT NULL,
	at BIGINT NOT NULL,
	event TEXT NOT NULL,
	actions TEXT NOT NULL,
	reply TEXT NOT NULL, trouble TEXT, seen_at BIGINT,
	CONSTRAINT turns_pkey PRIMARY KEY (conversation_id, turn)
)

CREATE TABLE blocks (
	id INTEGER NOT NULL,
	resource INTEGER NOT NULL,
	starts_at BIGINT NOT NULL,
	ends_at BIGINT NOT NULL,
	"by" TEXT NOT NULL,
	at BIGINT NOT NULL, removed_at BIGINT,
	CONSTRAINT blocks_pkey PRIMARY KEY (id),
	CONSTRAINT blocks_span_check CHECK (starts_at < ends_at),
	CONSTRAINT blocks_resource_fkey FOREIGN KEY(resource) REFERENCES resources (number)
)

CREATE INDEX blocks_end_index ON blocks (resource, ends_at)

CREATE TABLE bookings (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	reference TEXT NOT NULL,
	kind TEXT NOT NULL,
	status TEXT NOT NULL,
	service TEXT NOT NULL,
	provider TEXT,
	starts_at BIGINT NOT NULL,
	ends_at BIGINT NOT NULL,
	guest_id INTEGER,
	conversation_id TEXT,
	name TEXT,
	phone TEXT,
	email TEXT,
	notes TEXT,
	details TEXT NOT NULL,
	created_at BIGINT NOT NULL, party INTEGER,
	CONSTRAINT bookings_pkey PRIMARY KEY (id),
	CONSTRAINT bookings_span_check CHECK (starts_at < ends_at),
	CONSTRAINT bookings_guest_id_fkey FOREIGN KEY(guest_id) REFERENCES guests (id),
	CONSTRAINT bookings_business_reference_key UNIQUE (business, reference)
)

CREATE INDEX bookings_conversation_id_index ON bookings (conversation_id)

CREATE INDEX bookings_guest_id_index ON bookings (guest_id)

CREATE INDEX bookings_start_index ON bookings (business, starts_at)

CREATE TABLE identities (
	business TEXT NOT NULL,
	channel TEXT NOT NULL,
	address TEXT NOT NULL,
	guest_id INTEGER NOT NULL,
	CONSTRAINT identities_pkey PRIMARY KEY (business, channel, address),
	CONSTRAINT identities_guest_id_fkey FOREIGN KEY(guest_id) REFERENCES guests (id)
)

CREATE INDEX identities_guest_id_index ON identities (guest_id)

CREATE TABLE booking_changes (
	id INTEGER NOT NULL,
	booking_id INTEGER NOT NULL,
	at BIGINT NOT NULL,
	"by" TEXT NOT NULL,
	status TEXT NOT NULL,
	provider TEXT,
	starts_at BIGINT NOT NULL,
	ends_at BIGINT NOT NULL, claims TEXT, note TEXT,
	CONSTRAINT booking_changes_pkey PRIMARY KEY (id),
	CONSTRAINT booking_changes_booking_id_fkey FOREIGN KEY(booking_id) REFERENCES bookings (id)
)

CREATE INDEX booking_changes_booking_id_index ON booking_changes (booking_id)

CREATE TABLE claims (
	id INTEGER NOT NULL,
	resource INTEGER NOT NULL,
	kind TEXT NOT NULL,
	starts_at BIGINT NOT NULL,
	ends_at BIGINT NOT NULL,
	booking_id INTEGER,
	block_id INTEGER,
	conversation_id TEXT,
	run INTEGER,
	expires_at BIGINT,
	CONSTRAINT claims_pkey PRIMARY KEY (id),
	CONSTRAINT claims_kind_check CHECK ((kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL) OR (kind = 'booking' AND booking_id IS NOT NULL AND expires_at IS NULL) OR (kind = 'block' AND block_id IS NOT NULL AND expires_at IS NULL)),
	CONSTRAINT claims_span_check CHECK (starts_at < ends_at),
	CONSTRAINT claims_block_id_fkey FOREIGN KEY(block_id) REFERENCES blocks (id),
	CONSTRAINT claims_booking_id_fkey FOREIGN KEY(booking_id) REFERENCES bookings (id),
	CONSTRAINT claims_resource_fkey FOREIGN KEY(resource) REFERENCES resources (number)
)

CREATE INDEX claims_block_id_index ON claims (block_id)

CREATE INDEX claims_booking_id_index ON claims (booking_id)

CREATE INDEX claims_conversation_id_index ON claims (conversation_id)

CREATE UNIQUE INDEX claims_start_index ON claims (resource, starts_at)

CREATE TRIGGER claims_do_not_overlap BEFORE INSERT ON claims
WHEN EXISTS (
    SELECT 1 FROM claims
    WHERE resource = NEW.resource AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at AND starts_at >= coalesce(
        (SELECT max(starts_at) FROM claims WHERE resource = NEW.resource AND starts_at <= NEW.starts_at),
        NEW.starts_at
    )
)
BEGIN SELECT RAISE(IGNORE); END

CREATE TRIGGER claims_do_not_move BEFORE UPDATE OF resource, starts_at, ends_at ON claims
BEGIN SELECT RAISE(ABORT, 'a claim is not moved: delete it and make a new one'); END

CREATE TABLE inbox (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	channel TEXT NOT NULL,
	sender TEXT NOT NULL,
	provider_id TEXT NOT NULL,
	text TEXT NOT NULL,
	received_at BIGINT NOT NULL,
	conversation_id TEXT,
	reply TEXT,
	CONSTRAINT inbox_pkey PRIMARY KEY (id),
	CONSTRAINT inbox_business_channel_sender_provider_id_key UNIQUE (business, channel, sender, provider_id)
)

CREATE INDEX inbox_conversation_id_index ON inbox (conversation_id)

CREATE INDEX inbox_sender_index ON inbox (business, sender)

CREATE TABLE wrong_guesses (
	business TEXT NOT NULL,
	guesser TEXT NOT NULL,
	count INTEGER NOT NULL,
	since BIGINT NOT NULL,
	CONSTRAINT wrong_guesses_pkey PRIMARY KEY (business, guesser)
)

CREATE TABLE conversation_tokens (
	digest TEXT NOT NULL,
	business TEXT NOT NULL,
	conversation_id TEXT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT conversation_tokens_pkey PRIMARY KEY (digest)
)

CREATE INDEX conversation_tokens_conversation_id_index ON conversation_tokens (conversation_id)

CREATE TABLE booking_links (
	digest TEXT NOT NULL,
	booking_id INTEGER NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT booking_links_pkey PRIMARY KEY (digest),
	CONSTRAINT booking_links_booking_id_fkey FOREIGN KEY(booking_id) REFERENCES bookings (id)
)

CREATE INDEX booking_links_booking_id_index ON booking_links (booking_id)

CREATE TABLE secrets (
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT secrets_pkey PRIMARY KEY (name)
)

CREATE TABLE staff_accounts (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	login TEXT NOT NULL,
	name TEXT NOT NULL,
	role TEXT NOT NULL,
	password TEXT NOT NULL,
	totp_secret TEXT,
	totp_step INTEGER,
	recovery TEXT,
	created_at BIGINT NOT NULL,
	removed_at BIGINT,
	CONSTRAINT staff_accounts_pkey PRIMARY KEY (id),
	CONSTRAINT staff_accounts_business_login_key UNIQUE (business, login),
	CONSTRAINT staff_accounts_role_check CHECK (role IN ('owner', 'staff'))
)

CREATE TABLE staff_sessions (
	digest TEXT NOT NULL,
	account_id INTEGER NOT NULL,
	csrf TEXT NOT NULL,
	began_at BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	CONSTRAINT staff_sessions_pkey PRIMARY KEY (digest),
	CONSTRAINT staff_sessions_account_id_fkey FOREIGN KEY(account_id) REFERENCES staff_accounts (id)
)

CREATE INDEX staff_sessions_account_id_index ON staff_sessions (account_id)

CREATE TABLE audit_log (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	at BIGINT NOT NULL,
	"by" TEXT NOT NULL,
	what TEXT NOT NULL,
	about TEXT NOT NULL,
	details TEXT NOT NULL,
	CONSTRAINT audit_log_pkey PRIMARY KEY (id)
)

CREATE INDEX audit_log_business_index ON audit_log (business, id)

CREATE TABLE business_versions (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	at BIGINT NOT NULL,
	"by" TEXT NOT NULL,
	note TEXT NOT NULL,
	files TEXT NOT NULL,
	CONSTRAINT business_versions_pkey PRIMARY KEY (id)
)

CREATE INDEX business_versions_business_index ON business_versions (business, id)

CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END

CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END

CREATE INDEX conversations_held_index ON conversations (business, updated_at) WHERE position = 'with_staff'

CREATE INDEX guests_merged_index ON guests (merged_into) WHERE merged_into IS NOT NULL

CREATE INDEX turns_trouble_index ON turns (at) WHERE trouble IS NOT NULL

CREATE TABLE pools (
	business TEXT NOT NULL,
	pool TEXT NOT NULL,
	at TEXT NOT NULL,
	total INTEGER NOT NULL,
	taken INTEGER NOT NULL,
	CONSTRAINT pools_pkey PRIMARY KEY (business, pool, at),
	CONSTRAINT pools_taken_check CHECK (0 <= taken AND taken <= total)
)

CREATE TABLE counted_claims (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	pool TEXT NOT NULL,
	at TEXT NOT NULL,
	units INTEGER NOT NULL,
	kind TEXT NOT NULL,
	booking_id INTEGER,
	conversation_id TEXT,
	run INTEGER,
	expires_at BIGINT,
	CONSTRAINT counted_claims_pkey PRIMARY KEY (id),
	CONSTRAINT counted_claims_booking_id_fkey FOREIGN KEY(booking_id) REFERENCES bookings (id),
	CONSTRAINT counted_claims_business_pool_at_fkey FOREIGN KEY(business, pool, at) REFERENCES pools (business, pool, at),
	CONSTRAINT counted_claims_units_check CHECK (units > 0),
	CONSTRAINT counted_claims_kind_check CHECK ((kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL) OR (kind IN ('booking', 'ticket') AND booking_id IS NOT NULL AND expires_at IS NULL))
)

CREATE INDEX counted_claims_at_index ON counted_claims (business, pool, at)

CREATE INDEX counted_claims_booking_id_index ON counted_claims (booking_id)

CREATE INDEX counted_claims_conversation_id_index ON counted_claims (conversation_id)

CREATE INDEX counted_claims_expiry_index ON counted_claims (business, expires_at) WHERE expires_at IS NOT NULL

CREATE TABLE syncs (
	id INTEGER NOT NULL,
	business TEXT NOT NULL,
	started_at BIGINT NOT NULL,
	ended_at BIGINT NOT NULL,
	outcome TEXT NOT NULL,
	records INTEGER NOT NULL,
	first_night TEXT NOT NULL,
	last_night TEXT NOT NULL,
	generated_at BIGINT,
	error TEXT,
	CONSTRAINT syncs_pkey PRIMARY KEY (id),
	CONSTRAINT syncs_outcome_check CHECK (outcome IN ('success', 'partial', 'failed'))
)

CREATE INDEX syncs_business_index ON syncs (business, id)

CREATE INDEX syncs_success_index ON syncs (business, ended_at) WHERE outcome = 'success'

CREATE TABLE nights (
	business TEXT NOT NULL,
	night TEXT NOT NULL,
	room_type TEXT NOT NULL,
	rooms INTEGER NOT NULL,
	rate TEXT NOT NULL,
	currency TEXT NOT NULL,
	min_stay INTEGER,
	sync_id INTEGER NOT NULL,
	CONSTRAINT nights_pkey PRIMARY KEY (business, night, room_type),
	CONSTRAINT nights_rooms_check CHECK (rooms >= 0)
)

CREATE TABLE ticket_numbers (
	business TEXT NOT NULL,
	last INTEGER NOT NULL,
	CONSTRAINT ticket_numbers_pkey PRIMARY KEY (business)
)

CREATE INDEX bookings_kind_index ON bookings (business, kind, id)

INSERT INTO frontdesk_version (version_num) VALUES ('0008')
