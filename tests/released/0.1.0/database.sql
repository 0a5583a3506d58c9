BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('v8');
CREATE TABLE away_marks (
	mark VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	times VARCHAR(700) NOT NULL, 
	until BIGINT NOT NULL, 
	CONSTRAINT pk_away_marks PRIMARY KEY (mark)
);
CREATE TABLE blocked (
	id BIGINT NOT NULL, 
	CONSTRAINT pk_blocked PRIMARY KEY (id)
);
CREATE TABLE blocks (
	user_id BIGINT NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	other_id BIGINT, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (user_id, mark), 
	CONSTRAINT uq_blocks_user_id_other_id UNIQUE (user_id, other_id)
);
INSERT INTO "blocks" VALUES(1000000000000000001,'66ca20d0de92db8290f677e20dee4dfed9dcf23fd95153390d1e14e383431f4a','c701a1dc35ae142c23d2b6bf432a8a8cae8cff87449b7a88e653262436e28ca0',1000000000000000002,1800000000);
CREATE TABLE checkpoints (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	program VARCHAR(64) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_checkpoints PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_checkpoints_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE departures (
	table_id INTEGER NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	seat INTEGER NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (table_id, mark), 
	CONSTRAINT fk_departures_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE digests (
	user_id BIGINT NOT NULL, 
	hour INTEGER, 
	wake_at BIGINT, 
	since BIGINT NOT NULL, 
	sent_at BIGINT, 
	text TEXT, 
	begun_at BIGINT, 
	CONSTRAINT pk_digests PRIMARY KEY (user_id)
);
CREATE TABLE kept_out (
	guild BIGINT NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	until BIGINT, 
	CONSTRAINT pk_kept_out PRIMARY KEY (guild, mark)
);
INSERT INTO "kept_out" VALUES(700000000000000000,'7412c53bd2e7dcdefca86bfa6a53fc7cb0cc522a5edb6da42284323ba45b0cff','998c083641510b811ceb13639293bbc016f2e4821c550381baf66236053fd87a',NULL);
CREATE TABLE leases (
	shard INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	holder VARCHAR(80) NOT NULL, 
	session INTEGER NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (shard)
);
CREATE TABLE meta (
	"key" VARCHAR(80) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE moderation (
	id INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	act VARCHAR(10) NOT NULL, 
	user_id BIGINT, 
	about_id BIGINT, 
	table_id INTEGER, 
	until BIGINT, 
	reason TEXT NOT NULL, 
	interaction BIGINT, 
	CONSTRAINT pk_moderation PRIMARY KEY (id)
);
INSERT INTO "moderation" VALUES(1,700000000000000000,1800000000,'keep',1000000000000000000,1000000000000000002,NULL,NULL,'Shouts at everyone',1000000000000013);
CREATE TABLE notices (
	id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	act VARCHAR(10) NOT NULL, 
	place BIGINT NOT NULL, 
	table_id INTEGER, 
	until BIGINT, 
	reason TEXT NOT NULL, 
	wake_at BIGINT, 
	by_id BIGINT, 
	CONSTRAINT pk_notices PRIMARY KEY (id)
);
INSERT INTO "notices" VALUES(1,1000000000000000002,1800000000,'keep',800000000000000000,NULL,NULL,'Shouts at everyone',1800000000,1000000000000000000);
CREATE TABLE orders (
	what VARCHAR(10) NOT NULL, 
	id BIGINT NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (what, id)
);
CREATE TABLE people (
	user_id BIGINT NOT NULL, 
	refused_at BIGINT, 
	zone VARCHAR(64), 
	quiet VARCHAR(11), 
	reminders VARCHAR(10), 
	away VARCHAR(700), 
	private_hand BOOLEAN NOT NULL, 
	large_print BOOLEAN NOT NULL, 
	open_stats BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, language VARCHAR(16), seen_language VARCHAR(16), 
	CONSTRAINT pk_people PRIMARY KEY (user_id)
);
CREATE TABLE places (
	table_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	numbers JSON NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (table_id, round, place), 
	CONSTRAINT fk_places_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE posts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	table_id INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	seq INTEGER NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT, 
	collapsed BOOLEAN NOT NULL, 
	pinged INTEGER, 
	generation INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	user_id BIGINT, 
	CONSTRAINT fk_posts_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_posts_table_id_kind_seq UNIQUE (table_id, kind, seq)
);
CREATE TABLE quiz_answers (
	table_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	choice INTEGER NOT NULL, 
	interaction BIGINT NOT NULL, 
	CONSTRAINT pk_quiz_answers PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_quiz_answers_table_id FOREIGN KEY(table_id) REFERENCES quizzes (table_id)
);
CREATE TABLE quizzes (
	table_id INTEGER NOT NULL, 
	user_id BIGINT, 
	first TEXT NOT NULL, 
	second TEXT NOT NULL, 
	better INTEGER NOT NULL, 
	points INTEGER, 
	until BIGINT NOT NULL, 
	wake_at BIGINT, 
	CONSTRAINT pk_quizzes PRIMARY KEY (table_id), 
	CONSTRAINT fk_quizzes_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE ratings (
	guild BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	size INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	player VARCHAR(20) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (guild, game, size, user_id, player)
);
CREATE TABLE records (
	guild BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	"key" VARCHAR(20) NOT NULL, 
	value INTEGER NOT NULL, 
	"before" INTEGER, 
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	stint INTEGER NOT NULL, 
	CONSTRAINT pk_records PRIMARY KEY (guild, game, "key"), 
	CONSTRAINT fk_records_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE results (
	table_id INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seats INTEGER NOT NULL, 
	ended_at BIGINT NOT NULL, 
	nth INTEGER, 
	rated BOOLEAN, sides INTEGER, 
	CONSTRAINT pk_results PRIMARY KEY (table_id), 
	CONSTRAINT fk_results_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES(1,700000000000000000,'draw',2,1800000000,NULL,NULL,NULL);
CREATE TABLE scores (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	stint INTEGER NOT NULL, 
	user_id BIGINT, 
	player VARCHAR(20), 
	moves INTEGER NOT NULL, 
	final BOOLEAN NOT NULL, 
	place INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	marks JSON NOT NULL, 
	"left" BOOLEAN NOT NULL, 
	rating JSON, 
	CONSTRAINT pk_scores PRIMARY KEY (table_id, seat, stint), 
	CONSTRAINT fk_scores_table_id FOREIGN KEY(table_id) REFERENCES results (table_id)
);
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	player VARCHAR(20), 
	live BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_seats_table_id_user_id UNIQUE (table_id, user_id)
);
INSERT INTO "seats" VALUES(1,0,1000000000000000000,'Ana',NULL,0);
INSERT INTO "seats" VALUES(1,1,1000000000000000001,'Ben',NULL,0);
INSERT INTO "seats" VALUES(2,0,1000000000000000000,'Ana',NULL,1);
INSERT INTO "seats" VALUES(2,1,1000000000000000001,'Ben',NULL,1);
INSERT INTO "seats" VALUES(3,0,1000000000000000002,'Cem',NULL,1);
CREATE TABLE secrets (
	table_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	seed BLOB NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (table_id, round), 
	CONSTRAINT fk_secrets_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "secrets" VALUES(1,0,X'DE39309F321B70A85FC8116822E1016131FDC443FD9515E3153566EB6CC83670',1800000000);
INSERT INTO "secrets" VALUES(1,1,X'547A01C0DA089D97094483148F9505D4B080113243C062C1D80BFF3C3DFF2150',1800000000);
INSERT INTO "secrets" VALUES(2,0,X'CFF4F78764C2B6883891BB3576BB38C4679F4AE06C2EADA546670BE9C4770DD0',1800000000);
INSERT INTO "secrets" VALUES(2,1,X'8411E4FB216D2C8455593C522E80B08B4C1E60FF8CD4CC401643DF6AEB5EFC22',1800000000);
INSERT INTO "secrets" VALUES(3,0,X'F2897D7E76383D32BF6EE87845B3D814862FC16367B06B6E475F6D2A27BE5947',1800000000);
CREATE TABLE servers (
	guild BIGINT NOT NULL, 
	channels JSON NOT NULL, 
	role BIGINT, 
	preset VARCHAR(20), 
	tables_a_channel INTEGER, 
	own_tables INTEGER, 
	game VARCHAR(20), 
	game_preset VARCHAR(40), 
	results BIGINT, 
	left_at BIGINT, 
	threads BOOLEAN NOT NULL, 
	rematch_stays BOOLEAN NOT NULL, 
	calls BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, language VARCHAR(16), moderators BIGINT, reports BIGINT, newcomers INTEGER, 
	CONSTRAINT pk_servers PRIMARY KEY (guild)
);
INSERT INTO "servers" VALUES(700000000000000000,'[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,0,1,1,'de',NULL,NULL,7);
CREATE TABLE steps (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	interaction BIGINT, 
	seat INTEGER, 
	notation TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	user_id BIGINT, 
	CONSTRAINT pk_steps PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_steps_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_steps_interaction UNIQUE (interaction)
);
INSERT INTO "steps" VALUES(1,1,'new',NULL,NULL,'{"deals":4,"root":"88fd3e0a5baee1167630bdf75008600f8184ee6f4cb772c241eebdcc169f0688","beacon":false,"server":700000000000000000,"channel":800000000000000000}','b2b34993d168a1638ae0e3a4b273d6215f39a84a8ca7d72d97f79597a25b1c29',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,2,'join',NULL,0,'','0512bf18f7f193ebdec509b13895ae96307f26f17c4c55c545214af70b7db14f',1800000000,NULL);
INSERT INTO "steps" VALUES(1,3,'join',NULL,1,'','c768d0004f98524d1077bac69548bd856d7f06eb5c2f97dd6556cfeac4933a64',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,4,'start',NULL,0,'{"game":"draw","rules":1,"seats":2,"options":{"series":"single","drawseat":false,"forced_moves":"at_once","mode":"draw","set":null,"hand_size":null,"layout":"line","draw_limit":null,"boneyard_reserve":0,"voluntary_draw":false,"early_block":"off","verification":"auto","foul_action":"points","foul_penalty":"target_share","foul_fixed":30,"foul_percent":20,"blocked_score":"others_sum","blocked_tie":"no_score","first_lead":"highest_double","next_lead":"winner","match":"rounds","target":null,"rounds":1,"redeal":"off","teams":"none","pair_score":"opponents","get_in":0,"shutout":"off","blocked_by":"pair","capicua":0,"last_blank":0,"pass_round":0,"pass_first":0,"round_bonus":false,"direction":"clockwise"}}','cdac3c1f6706e87ec33bb708bfb77adac1e5a5ad1561112ba03e08b53e5cddf0',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,5,'due',NULL,NULL,'{"deal":1,"salt":"ad980dbdc18c25cc4b2bf72784e33d16"}','db8f521754901f79299cc0d812d6bcee619dd213c339c417818d1c9c7fca86ee',1800000000,NULL);
INSERT INTO "steps" VALUES(1,6,'posted',NULL,NULL,'{"seq":5,"channel":800000000000000000,"message":1593540240998400001,"head":"249SF1SQH3kpnMDYEta87m"}','cf396d1cac0e0a358c5e4bedce79829b302901a87b8f46c6bbbe53fc8c98844b',1800000000,NULL);
INSERT INTO "steps" VALUES(1,7,'deal',NULL,NULL,'{"deal":1}','a6c05052095e4a677d264548033f3b3588b4f4b333fb47c51672d6fbac2995de',1800000000,NULL);
INSERT INTO "steps" VALUES(1,8,'auto',NULL,1,'play 5-5','0dc337c4ae611346f92973554817992e00b5083b4f02ebb3fe3e1901b3d4045c',1800000000,NULL);
INSERT INTO "steps" VALUES(1,9,'act',1000000000000000,0,'play 6-5 A','15c46a02437e4a5263194976043fc4c8cae98c827f3d9d667feebb1df687ceec',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,10,'act',1000000000000001,1,'play 5-1 B','aef08c66746fd49d852a1b6cc090af08e01345c8089531e3a71efd24da8ec911',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,11,'act',1000000000000002,0,'play 1-0 B','33691da7d8202f76b2939e5037f0c1f73d32c0dbc4a84de686f0f0936cd6ddd2',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,12,'act',1000000000000003,1,'play 2-0 B','b54fe09147ff3be9e6811e2291e6c543893de47b4dd9aba3f6beca3d4fbfdf26',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,13,'act',1000000000000004,0,'play 6-0 A','7cb29441e27608a509f407a4ac0d7cf5a4312bc2bae0d3b59702a6db4232260b',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,14,'act',1000000000000005,1,'play 3-2 B','a3092c90480b6b799769d4c8fb540eeaa0222aee5cfc9f17420f996016bc8e66',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,15,'act',1000000000000006,0,'play 0-0 A','aec1172538069f8280708f2373aab02274b0c2a9745acc4aff7456a4d05a6259',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,16,'act',1000000000000007,1,'play 6-3 B','01bc410489248fabc2c8c8fd2f5a7d576396aaf6302ef99c7a909333d8465479',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,17,'act',1000000000000008,0,'play 6-2 B','cfab8caad893075a8e37e38b1f0800e71950b131e55f7e8d13737df28e3feaab',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,18,'act',1000000000000009,1,'play 4-2 B','ffb3ef71bd0d4370266ccecfa5da750f8c7853b599ead5ebc35215c9702b2cd8',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(1,19,'act',1000000000000010,0,'play 4-4 B','3d62acc44a8b260aa4d88673515726e567c627b89bd91ef2ee017f27fe6d9c87',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(1,20,'auto',NULL,1,'play 6-4 B','e1fede657bd940209ed2fa44983f977bf0a8976b3aa101ef7a7e7d8134d6bcdf',1800000000,NULL);
INSERT INTO "steps" VALUES(1,21,'end',NULL,NULL,'','bddc8d716ab4bed41081f5a303949ce39bf903d4477c989f2516766582e40cc9',1800000000,NULL);
INSERT INTO "steps" VALUES(2,1,'new',NULL,NULL,'{"deals":4,"root":"af8732bebd0ab7f707827964f6002fd6315e97a17817ea1cc4395a937aa01f11","beacon":false,"server":700000000000000000,"channel":800000000000000000}','f8c7ce1dadc195e7e9adf64d721873e8543bc6232dcb5be74ab7ec7bf8372ed4',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(2,2,'join',NULL,0,'','8b7628c8635f61bda7885bb9fd91f73e0ed362a477d9eb7b880422df1cab387e',1800000000,NULL);
INSERT INTO "steps" VALUES(2,3,'join',NULL,1,'','c2234d5283c57f066bd560659cca65fea302a48b2e879ed265ad4b82da7dbea2',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(2,4,'start',NULL,0,'{"game":"draw","rules":1,"seats":2,"options":{"series":"single","drawseat":false,"forced_moves":"at_once","mode":"draw","set":null,"hand_size":null,"layout":"line","draw_limit":null,"boneyard_reserve":0,"voluntary_draw":false,"early_block":"off","verification":"auto","foul_action":"points","foul_penalty":"target_share","foul_fixed":30,"foul_percent":20,"blocked_score":"others_sum","blocked_tie":"no_score","first_lead":"highest_double","next_lead":"winner","match":"rounds","target":null,"rounds":1,"redeal":"off","teams":"none","pair_score":"opponents","get_in":0,"shutout":"off","blocked_by":"pair","capicua":0,"last_blank":0,"pass_round":0,"pass_first":0,"round_bonus":false,"direction":"clockwise"}}','9288602323e3a39d6baee8c9ff5bc99888f6b06c81e939292fe01e57e8c2c8b6',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(2,5,'due',NULL,NULL,'{"deal":1,"salt":"0c49c464239e838b55bfbd7b0164c891"}','f3ffeb4061a24f5a1f6b6530ac9440ab17f8da2ca6f3ee60c8093cd12caa4dab',1800000000,NULL);
INSERT INTO "steps" VALUES(2,6,'posted',NULL,NULL,'{"seq":5,"channel":800000000000000000,"message":1593540240998400002,"head":"8__rQGGiT1ofa2UwrJRAqx"}','f49bb7c671d860bc736e5f6ab293865b9afb05464132ae0395a5cb4439d7e547',1800000000,NULL);
INSERT INTO "steps" VALUES(2,7,'deal',NULL,NULL,'{"deal":1}','bc8b04479695f3911706ce1a2d66575b3bab7d074a01879615eb4373fee99f9d',1800000000,NULL);
INSERT INTO "steps" VALUES(2,8,'auto',NULL,1,'play 6-6','60d00b8b647d8bb8937a7f56a0befe766650e624e506745649c14f6cfd5f311e',1800000000,NULL);
INSERT INTO "steps" VALUES(2,9,'act',1000000000000011,0,'play 6-5 A','e40005443f52336fe659e934c98bf4c0bed6a4b818ad6684b292b524d5511b26',1800000000,1000000000000000000);
INSERT INTO "steps" VALUES(2,10,'act',1000000000000012,1,'play 6-1 B','6fb42cd25de0607a80ff1ec961d9e5c76c9032e63ad0835866537e97fdbb8793',1800000000,1000000000000000001);
INSERT INTO "steps" VALUES(3,1,'new',NULL,NULL,'{"deals":4,"root":"85da1f1834c350af195bc6aea871e19578ff8f4b0ec4fca7fff8d8643a34759c","beacon":false,"server":700000000000000000,"channel":800000000000000000}','4903b7877fee34c7ef0e126b20aab23e79304a40d6aca605a024fd1c06d88c12',1800000000,1000000000000000002);
INSERT INTO "steps" VALUES(3,2,'join',NULL,0,'','339a7ba307cf443f25a3f86ffe73445bf34653e31c6c8fdb33ccf981755d5574',1800000000,NULL);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	number INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	threaded BOOLEAN NOT NULL, 
	thread BIGINT, 
	host BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	seq INTEGER NOT NULL, 
	position_seq INTEGER NOT NULL, 
	shown_seq INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	to_act INTEGER, 
	head VARCHAR(64) NOT NULL, 
	created_at BIGINT NOT NULL, 
	started_at BIGINT, 
	ended_at BIGINT, 
	clock TEXT NOT NULL, 
	wake_at BIGINT, language VARCHAR(16) DEFAULT 'en' NOT NULL, 
	CONSTRAINT ck_tables_status CHECK (status IN ('lobby', 'running', 'over', 'closed')), 
	CONSTRAINT uq_tables_guild_number UNIQUE (guild, number)
);
INSERT INTO "tables" VALUES(1,1,700000000000000000,800000000000000000,0,NULL,1000000000000000000,'draw',1,'{"series":"single","drawseat":false,"forced_moves":"at_once","mode":"draw","set":null,"hand_size":null,"layout":"line","draw_limit":null,"boneyard_reserve":0,"voluntary_draw":false,"early_block":"off","verification":"auto","foul_action":"points","foul_penalty":"target_share","foul_fixed":30,"foul_percent":20,"blocked_score":"others_sum","blocked_tie":"no_score","first_lead":"highest_double","next_lead":"winner","match":"rounds","target":null,"rounds":1,"redeal":"off","teams":"none","pair_score":"opponents","get_in":0,"shutout":"off","blocked_by":"pair","capicua":0,"last_blank":0,"pass_round":0,"pass_first":0,"round_bonus":false,"direction":"clockwise"}','over',21,20,0,1,NULL,'bddc8d716ab4bed41081f5a303949ce39bf903d4477c989f2516766582e40cc9',1800000000,1800000000,1800000000,'{"hours":{"opens":0,"closes":0,"zone":"UTC"},"seats":[{"rests_since":1800000000},{"rests_since":1800000000}],"active_at":1800000000,"whole_until":1800000000}',NULL,'en');
INSERT INTO "tables" VALUES(2,2,700000000000000000,800000000000000000,0,NULL,1000000000000000000,'draw',1,'{"series":"single","drawseat":false,"forced_moves":"at_once","mode":"draw","set":null,"hand_size":null,"layout":"line","draw_limit":null,"boneyard_reserve":0,"voluntary_draw":false,"early_block":"off","verification":"auto","foul_action":"points","foul_penalty":"target_share","foul_fixed":30,"foul_percent":20,"blocked_score":"others_sum","blocked_tie":"no_score","first_lead":"highest_double","next_lead":"winner","match":"rounds","target":null,"rounds":1,"redeal":"off","teams":"none","pair_score":"opponents","get_in":0,"shutout":"off","blocked_by":"pair","capicua":0,"last_blank":0,"pass_round":0,"pass_first":0,"round_bonus":false,"direction":"clockwise"}','running',10,10,0,1,0,'6fb42cd25de0607a80ff1ec961d9e5c76c9032e63ad0835866537e97fdbb8793',1800000000,1800000000,NULL,'{"hours":{"opens":0,"closes":0,"zone":"UTC"},"seats":[{"rests_since":1800000000},{"rests_since":1800000000}],"turn":{"seat":0,"since":1800000000,"budget":0},"active_at":1800000000,"whole_until":1800000000}',1800259200,'en');
INSERT INTO "tables" VALUES(3,3,700000000000000000,800000000000000000,0,NULL,1000000000000000002,'moon',1,'{"series":"single","drawseat":false,"forced_moves":"at_once","all_pass":"redeal","moon_success":"wins_game","lead_suit":"high_end","first_lead":"any","bidder_goes_out":false,"doubles_trump":true,"no_trump":true,"target":21,"trump_first":false,"seats":"clockwise"}','lobby',2,0,0,0,NULL,'339a7ba307cf443f25a3f86ffe73445bf34653e31c6c8fdb33ccf981755d5574',1800000000,NULL,NULL,'{"hours":{"opens":0,"closes":0,"zone":"UTC"},"active_at":1800000000,"whole_until":1800000000}',NULL,'en');
CREATE TABLE tours (
	user_id BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	step VARCHAR(20) NOT NULL, 
	at_table BIGINT NOT NULL, 
	at_seq INTEGER NOT NULL, 
	CONSTRAINT pk_tours PRIMARY KEY (user_id, game, step)
);
CREATE INDEX ix_digests_wake_at ON digests (wake_at);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_tables_channel_ended_at_id ON tables (channel, ended_at, id);
CREATE INDEX ix_tables_channel_status_id ON tables (channel, status, id);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_open ON tables (guild) WHERE status IN ('lobby', 'running');
CREATE INDEX ix_tables_thread_ended_at_id ON tables (thread, ended_at, id);
CREATE INDEX ix_tables_thread_status_id ON tables (thread, status, id);
CREATE INDEX ix_tables_unshown ON tables (guild) WHERE shown_seq < seq;
CREATE INDEX ix_tables_wake_at ON tables (wake_at);
CREATE INDEX ix_posts_user_id ON posts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ix_results_guild_game ON results (guild, game);
CREATE INDEX ix_results_uncounted ON results (ended_at) WHERE nth IS NULL;
CREATE INDEX ix_seats_user_id ON seats (user_id);
CREATE INDEX ix_seats_live ON seats (user_id) WHERE live IS 1;
CREATE INDEX ix_steps_user_id_at ON steps (user_id, at) WHERE user_id IS NOT NULL;
CREATE INDEX ix_scores_user_id ON scores (user_id);
CREATE INDEX ix_quizzes_user_id ON quizzes (user_id);
CREATE INDEX ix_quizzes_wake_at ON quizzes (wake_at);
CREATE INDEX ix_quiz_answers_user_id ON quiz_answers (user_id);
CREATE INDEX ix_blocks_other_id ON blocks (other_id);
CREATE INDEX ix_moderation_guild_id ON moderation (guild, id);
CREATE INDEX ix_moderation_user_id ON moderation (user_id);
CREATE INDEX ix_moderation_about_id ON moderation (about_id);
CREATE INDEX ix_notices_user_id ON notices (user_id);
CREATE INDEX ix_notices_wake_at ON notices (wake_at);
CREATE INDEX ix_notices_by_id ON notices (by_id);
CREATE INDEX ix_steps_keeping ON steps (at) WHERE kind = 'keep' AND user_id IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
COMMIT;
