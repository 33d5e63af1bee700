BEGIN TRANSACTION;
CREATE TABLE documents (
	doc_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	title TEXT,
	author TEXT,
	submitted VARCHAR(10),
	kind TEXT,
	course TEXT,
	supervisor TEXT,
	institution TEXT,
	language VARCHAR(16),
	file_hash VARCHAR(64),
	file_type VARCHAR(32),
	size BIGINT,
	path TEXT,
	owner TEXT,
	visible_to TEXT DEFAULT 'public' NOT NULL,
	visible_from VARCHAR(10),
	visible_until VARCHAR(10),
	compared BOOLEAN DEFAULT 1 NOT NULL,
	status VARCHAR(16) NOT NULL,
	reason TEXT,
	words INTEGER,
	chunks INTEGER,
	mixed_script_words INTEGER,
	replaces INTEGER,
	added VARCHAR(27) NOT NULL,
	generation INTEGER,
	list_cut BOOLEAN DEFAULT 0 NOT NULL,
	list_stale BOOLEAN DEFAULT 0 NOT NULL,
	deleted_at VARCHAR(27),
	deleted_by TEXT,
	notes TEXT DEFAULT '' NOT NULL,
	folded TEXT DEFAULT '' NOT NULL,
	FOREIGN KEY(replaces) REFERENCES documents (doc_id)
);
INSERT INTO "documents" VALUES(1,'Příliš žluťoučký kůň','Ján Ďurčo','2019-05-20','bachelor','IB000','Šárka Žáková','FI','cs','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','pdf',1234,'/theses/kůň.pdf','durco','teachers','2019-06-01',NULL,1,'searchable',NULL,7,3,0,NULL,'2026-11-18T08:21:30.533954Z',4,0,0,NULL,NULL,'a note','prilis zlutoucky kun jan durco ib000 sarka zakova');
INSERT INTO "documents" VALUES(2,'B',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',NULL,NULL,'/theses/b.txt',NULL,'public',NULL,NULL,1,'replaced',NULL,3,0,0,NULL,'2026-11-18T08:21:30.534274Z',4,0,0,NULL,NULL,'','b');
INSERT INTO "documents" VALUES(3,'B',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',NULL,NULL,'/theses/b.txt',NULL,'public',NULL,NULL,1,'searchable',NULL,3,0,0,2,'2026-11-18T08:21:30.542121Z',5,0,0,NULL,NULL,'','b');
INSERT INTO "documents" VALUES(4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd',NULL,NULL,'/theses/c.pdf',NULL,'public',NULL,NULL,1,'failed','encrypted',NULL,NULL,NULL,NULL,'2026-11-18T08:21:30.542309Z',NULL,0,0,NULL,NULL,'','');
INSERT INTO "documents" VALUES(5,'D',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',NULL,NULL,NULL,NULL,'public',NULL,NULL,1,'deleted',NULL,2,0,0,NULL,'2026-11-18T08:21:30.542341Z',NULL,0,0,'2026-11-18T08:21:30.601847Z','eva','','d');
INSERT INTO "documents" VALUES(6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'owner',NULL,NULL,0,'purged',NULL,NULL,NULL,NULL,NULL,'2026-11-18T08:21:30.542383Z',NULL,0,0,'2026-11-18T08:21:30.605960Z','eva','','');
CREATE TABLE events (
	event_id INTEGER NOT NULL,
	happened VARCHAR(27) NOT NULL,
	who TEXT,
	what VARCHAR(32) NOT NULL,
	doc_id INTEGER,
	detail TEXT,
	PRIMARY KEY (event_id)
);
INSERT INTO "events" VALUES(1,'2026-11-18T08:21:30.540563Z',NULL,'added',1,NULL);
INSERT INTO "events" VALUES(2,'2026-11-18T08:21:30.540563Z',NULL,'added',2,NULL);
INSERT INTO "events" VALUES(3,'2026-11-18T08:21:30.543433Z',NULL,'added',3,NULL);
INSERT INTO "events" VALUES(4,'2026-11-18T08:21:30.543433Z',NULL,'added',4,NULL);
INSERT INTO "events" VALUES(5,'2026-11-18T08:21:30.543433Z',NULL,'added',5,NULL);
INSERT INTO "events" VALUES(6,'2026-11-18T08:21:30.543433Z',NULL,'added',6,NULL);
INSERT INTO "events" VALUES(7,'2026-11-18T08:21:30.594660Z',NULL,'replaced',2,NULL);
INSERT INTO "events" VALUES(8,'2026-11-18T08:21:30.602664Z','eva','deleted',5,NULL);
INSERT INTO "events" VALUES(9,'2026-11-18T08:21:30.608801Z','eva','purged',6,NULL);
CREATE TABLE passages (
	query_id INTEGER NOT NULL,
	other_id INTEGER NOT NULL,
	pipeline INTEGER NOT NULL,
	settings_key VARCHAR(64) NOT NULL,
	payload BLOB NOT NULL,
	PRIMARY KEY (query_id, other_id, pipeline, settings_key)
);
INSERT INTO "passages" VALUES(1,3,1,'settings',X'007061796C6F6164');
CREATE TABLE places (
	doc_id INTEGER NOT NULL,
	path TEXT NOT NULL,
	PRIMARY KEY (doc_id, path),
	FOREIGN KEY(doc_id) REFERENCES documents (doc_id)
);
INSERT INTO "places" VALUES(1,'/theses/kůň.pdf');
INSERT INTO "places" VALUES(2,'/theses/b.txt');
INSERT INTO "places" VALUES(3,'/theses/b.txt');
INSERT INTO "places" VALUES(4,'/theses/c.pdf');
INSERT INTO "places" VALUES(1,'/theses/copy.pdf');
CREATE TABLE schema_version (
	version INTEGER NOT NULL
);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE similarities (
	doc_id INTEGER NOT NULL,
	other_id INTEGER NOT NULL,
	common_chunks INTEGER NOT NULL,
	boilerplate_chunks INTEGER NOT NULL,
	intervals INTEGER NOT NULL,
	PRIMARY KEY (doc_id, other_id)
)
 WITHOUT ROWID

;
INSERT INTO "similarities" VALUES(1,3,3,1,1);
INSERT INTO "similarities" VALUES(3,1,3,1,1);
CREATE TABLE texts (
	doc_id INTEGER NOT NULL,
	content BLOB NOT NULL,
	characters INTEGER NOT NULL,
	page_starts BLOB NOT NULL,
	sha256 BLOB NOT NULL,
	PRIMARY KEY (doc_id),
	FOREIGN KEY(doc_id) REFERENCES documents (doc_id)
);
INSERT INTO "texts" VALUES(1,X'789C013900C6FF50C599C3AD6C69C5A120C5BE6C75C5A56F75C48D6BC3BD206BC5AFC58820C3BA70C49B6C0AC48FC3A162656C736BC3A920C3B3647920EDA080A1051F6A',40,X'000000001A000000',X'A120344F0B122E2EF3C033C4D8EAB7139B1FDB6095F1AA3DE2E5A4B4E0F5E7E4');
INSERT INTO "texts" VALUES(2,X'789C2BC9485548CB2C2A2E51284B2D2ACECCCF03003AA706B0',17,X'',X'235D8C9008082E60BF4E42FA5F1895B9CF6C862776828993270FAE13AE777EAA');
INSERT INTO "texts" VALUES(3,X'789C2BC94855284E4DCECF4B51284B2D2ACECCCF0300411B0704',18,X'',X'D55C15E2B90BF43F54B67C36A91A1A86B50C9F4C7491F5B4C2D835C4B3792ED2');
INSERT INTO "texts" VALUES(5,X'789C4B49CD492D494D512849AD2801001E9604BD',12,X'',X'5F5F99858A2EDCA23891F93E599C7DB6A88C722475BC5875BDC871DBB1A75FFE');
CREATE INDEX documents_folded ON documents (folded);
CREATE INDEX documents_submitted ON documents (submitted);
CREATE INDEX documents_path ON documents (path);
CREATE INDEX documents_status ON documents (status);
CREATE INDEX documents_course ON documents (course);
CREATE INDEX documents_file_hash ON documents (file_hash);
CREATE INDEX documents_replaces ON documents (replaces);
CREATE INDEX similarities_other_id ON similarities (other_id);
CREATE INDEX passages_other_id ON passages (other_id);
CREATE INDEX events_doc_id ON events (doc_id);
CREATE INDEX places_path ON places (path);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('documents',6);
COMMIT;
