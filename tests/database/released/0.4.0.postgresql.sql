CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.attempts (
    "user" bigint NOT NULL,
    day integer NOT NULL,
    begun timestamp with time zone NOT NULL,
    step integer NOT NULL,
    failed integer NOT NULL,
    cells character varying(64) NOT NULL,
    solved timestamp with time zone,
    guild bigint,
    shared timestamp with time zone
);
CREATE TABLE public.blocks (
    "user" bigint NOT NULL,
    blocked bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.challenges (
    id bigint NOT NULL,
    guild bigint,
    channel bigint NOT NULL,
    m smallint NOT NULL,
    n smallint NOT NULL,
    k smallint NOT NULL,
    author bigint NOT NULL,
    author_side smallint NOT NULL,
    opponent bigint,
    opened timestamp with time zone NOT NULL,
    state character varying(16) NOT NULL,
    message bigint,
    interaction bigint,
    pace integer,
    locale character varying(16),
    parent bigint,
    thread boolean DEFAULT false NOT NULL,
    swap boolean DEFAULT false NOT NULL,
    best_of smallint
);
CREATE SEQUENCE public.challenges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.challenges_id_seq OWNED BY public.challenges.id;
CREATE TABLE public.forgetting (
    "user" bigint NOT NULL,
    last_game bigint NOT NULL,
    last_challenge bigint NOT NULL
);
CREATE TABLE public.games (
    id bigint NOT NULL,
    guild bigint,
    channel bigint NOT NULL,
    m smallint NOT NULL,
    n smallint NOT NULL,
    k smallint NOT NULL,
    x bigint NOT NULL,
    o bigint,
    level character varying(16),
    opened_by bigint NOT NULL,
    opened timestamp with time zone NOT NULL,
    touched timestamp with time zone NOT NULL,
    ending character varying(16),
    winner smallint,
    ended_by bigint,
    message bigint,
    request_ply integer,
    request_by bigint,
    request_message bigint,
    revision integer NOT NULL,
    gain double precision,
    interaction bigint,
    picture boolean,
    computer_is_x boolean DEFAULT false NOT NULL,
    x_rating double precision,
    o_rating double precision,
    hints integer DEFAULT 0 NOT NULL,
    pace integer,
    deadline bigint,
    time_left bigint,
    remind_at bigint,
    reminded integer,
    unrated boolean DEFAULT false NOT NULL,
    locale character varying(16),
    parent bigint,
    swapped boolean,
    season integer DEFAULT 1 NOT NULL,
    best_of smallint,
    number smallint,
    began_won smallint,
    other_won smallint,
    previous bigint,
    announcement bigint,
    request_draw boolean DEFAULT false NOT NULL,
    undo_declined integer,
    x_offered integer,
    o_offered integer,
    CONSTRAINT ck_games_one_opponent CHECK (((o IS NULL) <> (level IS NULL)))
);
CREATE SEQUENCE public.games_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.games_id_seq OWNED BY public.games.id;
CREATE TABLE public.guilds (
    id bigint NOT NULL,
    left_at timestamp with time zone
);
CREATE TABLE public.plies (
    game bigint NOT NULL,
    number integer NOT NULL,
    "row" smallint NOT NULL,
    col smallint NOT NULL,
    mover bigint,
    moved bigint
);
CREATE TABLE public.preferences (
    "user" bigint NOT NULL,
    mark character varying(16),
    theme character varying(16),
    board character varying(16),
    labels character varying(16),
    challenges character varying(16),
    reminders character varying(16)
);
CREATE TABLE public.puzzle_channels (
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    day integer NOT NULL,
    has_failed boolean NOT NULL
);
CREATE TABLE public.ratings (
    guild bigint NOT NULL,
    season integer NOT NULL,
    "user" bigint NOT NULL,
    rating double precision NOT NULL,
    won integer NOT NULL,
    lost integer NOT NULL,
    drawn integer NOT NULL,
    played timestamp with time zone
);
CREATE TABLE public.seasons (
    guild bigint NOT NULL,
    number integer NOT NULL,
    begun timestamp with time zone NOT NULL
);
CREATE TABLE public.settings (
    guild bigint NOT NULL,
    m smallint,
    n smallint,
    k smallint,
    pace character varying(16),
    is_rated boolean,
    boards character varying(16),
    "end" character varying(16),
    language character varying(16),
    has_threads boolean
);
CREATE TABLE public.sweeps (
    shards text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.synced (
    application bigint NOT NULL,
    digest character varying(64) NOT NULL
);
ALTER TABLE ONLY public.challenges ALTER COLUMN id SET DEFAULT nextval('public.challenges_id_seq'::regclass);
ALTER TABLE ONLY public.games ALTER COLUMN id SET DEFAULT nextval('public.games_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0025');
INSERT INTO public.attempts VALUES (101, 327, '2026-11-21 11:59:35+00', 0, 0, '', NULL, NULL, NULL);
INSERT INTO public.attempts VALUES (105, 327, '2026-11-21 11:59:35+00', 5, 0, '330331321101220004', '2026-11-21 11:59:35+00', 1, '2026-11-21 11:59:35+00');
INSERT INTO public.attempts VALUES (105, 326, '2026-11-21 11:59:35+00', 4, 0, '32142110222024', '2026-11-21 11:59:35+00', NULL, NULL);
INSERT INTO public.attempts VALUES (105, 322, '2026-11-21 11:59:35+00', 1, 1, '', NULL, NULL, NULL);
INSERT INTO public.blocks VALUES (103, 105, '2026-11-21 11:59:26+00');
INSERT INTO public.challenges VALUES (1, 1, 4, 3, 4, 3, 101, 1, 102, '2026-11-21 10:04:15+00', 'accepted', 9004, 700007, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (2, 1, 5, 10, 10, 5, 102, 1, 101, '2026-11-21 10:05:30+00', 'accepted', 9006, 700012, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (21, 5, 33, 3, 3, 3, 109, 1, 102, '2026-11-21 11:59:51+00', 'accepted', 9052, 700121, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (3, 1, 6, 3, 3, 3, 101, 1, 102, '2026-11-21 10:06:40+00', 'accepted', 9009, 700017, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (4, 1, 7, 3, 3, 3, 101, 1, 102, '2026-11-21 10:08:05+00', 'accepted', 9011, 700024, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (5, 1, 8, 4, 4, 4, 102, 1, 103, '2026-11-21 10:09:50+00', 'accepted', 9013, 700035, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (22, 5, 34, 3, 3, 3, 109, 1, 101, '2026-11-21 11:59:52+00', 'accepted', 9055, 700127, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (6, 1, 9, 5, 5, 4, 101, 1, 102, '2026-11-21 10:10:55+00', 'accepted', 9015, 700040, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (7, 1, 10, 3, 3, 3, 101, 1, 102, '2026-11-21 10:12:00+00', 'accepted', 9017, 700044, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (8, 1, 14, 3, 3, 3, 0, 1, 102, '2026-11-21 10:16:55+00', 'accepted', 9022, 700062, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (9, 1, 15, 4, 5, 3, 101, 1, 102, '2026-11-21 11:58:15+00', 'open', 9024, 700065, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (10, 1, 16, 4, 5, 3, 102, 1, NULL, '2026-11-21 11:58:30+00', 'open', 9025, 700066, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (23, 5, 35, 4, 5, 3, 101, 1, 102, '2026-11-21 11:59:53+00', 'declined', 9058, 700133, 3600, NULL, NULL, true, true, 3);
INSERT INTO public.challenges VALUES (11, 1, 17, 4, 5, 3, 103, 1, 102, '2026-11-21 11:58:45+00', 'declined', 9026, 700067, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (12, 1, 18, 4, 5, 3, 103, 1, NULL, '2026-11-21 11:59:00+00', 'replaced', 9027, 700069, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (13, 1, 18, 5, 5, 4, 103, 1, NULL, '2026-11-21 11:59:15+00', 'cancelled', 9028, 700070, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (14, 1, 6, 3, 3, 3, 102, 1, 101, '2026-11-21 11:59:15+00', 'open', NULL, 700072, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (15, 2, 20, 3, 3, 3, 105, 1, 106, '2026-11-21 11:59:20+00', 'accepted', 9029, 700073, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (16, 1, 21, 4, 4, 4, 105, 1, 102, '2026-11-21 11:59:27+00', 'accepted', 9031, 700080, 3600, 'de', NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (24, 5, 36, 4, 5, 3, 101, 1, 109, '2026-11-21 11:40:00+00', 'expired', 9059, 700135, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (17, 1, 23, 3, 3, 3, 105, 1, 102, '2026-11-21 11:59:28+00', 'accepted', 9034, 700084, NULL, NULL, NULL, false, true, NULL);
INSERT INTO public.challenges VALUES (25, 5, 37, 4, 5, 3, 102, 0, NULL, '2026-11-21 11:40:00+00', 'expired', 9060, 700136, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (18, 4, 4000, 3, 3, 3, 105, 1, 102, '2026-11-21 11:59:29+00', 'accepted', 9036, 700088, NULL, NULL, NULL, true, false, 3);
INSERT INTO public.challenges VALUES (19, 5, 31, 3, 3, 3, 101, 1, 102, '2026-11-21 11:59:49+00', 'accepted', 9046, 700110, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (20, 5, 32, 3, 3, 3, 109, 1, 102, '2026-11-21 11:59:50+00', 'accepted', 9049, 700115, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (27, 5, 38, 3, 3, 3, 109, 1, 102, '2026-11-21 11:59:55+00', 'accepted', 9062, 700138, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.challenges VALUES (26, 5, 38, 4, 5, 3, 102, 2, 109, '2026-11-21 11:59:55+00', 'superseded', 9061, 700137, NULL, NULL, NULL, false, false, NULL);
INSERT INTO public.forgetting VALUES (106, 15, 15);
INSERT INTO public.games VALUES (1, 1, 1, 3, 3, 3, 101, NULL, 'classic', 101, '2026-11-21 10:01:00+00', '2026-11-21 10:01:05+00', NULL, NULL, NULL, 9001, NULL, NULL, NULL, 1, NULL, 700002, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (2, 1, 2, 5, 6, 4, 101, NULL, 'easy', 101, '2026-11-21 10:02:05+00', '2026-11-21 10:02:10+00', NULL, NULL, NULL, 9002, NULL, NULL, NULL, 1, NULL, 700004, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (3, 1, 3, 7, 7, 5, 101, NULL, 'expert', 101, '2026-11-21 10:03:10+00', '2026-11-21 10:03:15+00', NULL, NULL, NULL, 9003, NULL, NULL, NULL, 1, NULL, 700006, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (4, 1, 4, 3, 4, 3, 101, 102, NULL, 101, '2026-11-21 10:04:15+00', '2026-11-21 10:04:30+00', NULL, NULL, NULL, 9005, NULL, NULL, NULL, 3, NULL, 700011, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (5, 1, 5, 10, 10, 5, 102, 101, NULL, 102, '2026-11-21 10:05:30+00', '2026-11-21 10:05:40+00', NULL, NULL, NULL, 9007, 2, 102, 9008, 3, NULL, 700016, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (6, 1, 6, 3, 3, 3, 101, 102, NULL, 101, '2026-11-21 10:06:40+00', '2026-11-21 10:07:05+00', 'line', 1, NULL, 9010, NULL, NULL, NULL, 5, 16, 700023, NULL, false, 1500, 1500, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (7, 1, 7, 3, 3, 3, 101, 102, NULL, 101, '2026-11-21 10:08:05+00', '2026-11-21 10:08:50+00', 'full', NULL, NULL, 9012, NULL, NULL, NULL, 9, -1.4695015289754778, 700034, NULL, false, 1516, 1484, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (8, 1, 8, 4, 4, 4, 102, 103, NULL, 102, '2026-11-21 10:09:50+00', '2026-11-21 10:09:55+00', 'resigned', 1, 103, 9014, NULL, NULL, NULL, 3, 16.66876431901554, 700039, NULL, false, 1485.4695015289756, 1500, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (9, 1, 9, 5, 5, 4, 101, 102, NULL, 101, '2026-11-21 10:10:55+00', '2026-11-21 10:11:00+00', 'stopped', NULL, 103, 9016, NULL, NULL, NULL, 2, NULL, 700043, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (10, 1, 10, 3, 3, 3, 101, 102, NULL, 101, '2026-11-21 10:12:00+00', '2026-11-21 10:12:40+00', 'agreed', NULL, 102, 9018, NULL, NULL, NULL, 9, -0.5704415201285435, 700054, NULL, false, 1514.5304984710244, 1502.138265847991, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (11, 1, 11, 2, 2, 2, 101, NULL, 'easy', 101, '2026-11-21 10:13:40+00', '2026-11-21 10:13:50+00', 'line', 1, NULL, 9019, NULL, NULL, NULL, 2, NULL, 700057, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (12, NULL, 12, 4, 4, 4, 101, NULL, 'classic', 101, '2026-11-21 10:14:45+00', '2026-11-21 10:14:50+00', NULL, NULL, NULL, 9020, NULL, NULL, NULL, 1, NULL, 700059, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (13, 1, 13, 100, 100, 5, 101, NULL, 'classic', 101, '2026-11-21 10:15:50+00', '2026-11-21 10:15:55+00', NULL, NULL, NULL, 9021, NULL, NULL, NULL, 1, NULL, 700061, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (14, 1, 14, 3, 3, 3, 0, 102, NULL, 0, '2026-11-21 10:16:55+00', '2026-11-21 10:17:00+00', 'stopped', NULL, 0, 9023, NULL, NULL, NULL, 2, NULL, 700064, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (15, 2, 20, 3, 3, 3, 105, 106, NULL, 105, '2026-11-21 11:59:20+00', '2026-11-21 11:59:25+00', 'line', 1, NULL, 9030, NULL, NULL, NULL, 5, 16, 700079, NULL, false, 1500, 1500, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (16, 1, 21, 4, 4, 4, 105, 102, NULL, 105, '2026-11-21 11:59:27+00', '2026-11-21 11:59:28+00', NULL, NULL, NULL, 9032, NULL, NULL, NULL, 1, NULL, 700082, NULL, false, NULL, NULL, 0, 3600, 1795269568000000, 7199000000, 1795267768000000, NULL, false, 'de', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (18, 1, 23, 3, 3, 3, 102, 105, NULL, 105, '2026-11-21 11:59:28+00', '2026-11-21 11:59:28+00', NULL, NULL, NULL, 9035, NULL, NULL, NULL, 2, NULL, 700087, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, true, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (31, 5, 38, 3, 3, 3, 109, 102, NULL, 109, '2026-11-21 11:59:55+00', '2026-11-21 11:59:55+00', NULL, NULL, NULL, 9063, NULL, NULL, NULL, 0, NULL, 700139, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (19, 4, 24, 3, 3, 3, 105, 102, NULL, 105, '2026-11-21 11:59:29+00', '2026-11-21 11:59:34+00', 'line', 1, NULL, 9037, NULL, NULL, NULL, 6, 16, 700094, NULL, false, 1500, 1500, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, 4, NULL, 1, 3, 1, 0, 0, NULL, 9038, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (21, 1, 4, 4, 4, 4, 103, NULL, 'classic', 103, '2026-11-21 11:59:35+00', '2026-11-21 11:59:35+00', NULL, NULL, NULL, 9040, NULL, NULL, NULL, 1, NULL, 700096, true, false, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (22, 1, 26, 4, 4, 4, -1, NULL, 'classic', 101, '2026-11-21 11:57:40+00', '2026-11-21 11:57:42+00', NULL, NULL, NULL, 9041, NULL, NULL, NULL, 2, NULL, 700099, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (23, 1, 27, 2, 2, 2, -1, NULL, 'easy', 101, '2026-11-21 11:57:42+00', '2026-11-21 11:57:44+00', 'line', 1, NULL, 9042, NULL, NULL, NULL, 2, NULL, 700102, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (24, 1, 28, 5, 5, 4, 108, NULL, 'medium', 108, '2026-11-21 11:59:46+00', '2026-11-21 11:59:47+00', NULL, NULL, NULL, 9043, NULL, NULL, NULL, 2, NULL, 700104, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (25, 1, 29, 5, 5, 4, 108, NULL, 'hard', 108, '2026-11-21 11:59:46+00', '2026-11-21 11:59:47+00', NULL, NULL, NULL, 9044, NULL, NULL, NULL, 2, NULL, 700106, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (26, 1, 30, 3, 3, 3, 108, NULL, 'medium', 108, '2026-11-21 11:59:48+00', '2026-11-21 11:59:48+00', 'line', 1, NULL, 9045, NULL, NULL, NULL, 5, NULL, 700109, NULL, true, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (29, 5, 33, 3, 3, 3, 109, 102, NULL, 109, '2026-11-21 11:59:51+00', '2026-11-21 11:59:51+00', NULL, NULL, NULL, 9053, NULL, NULL, NULL, 4, NULL, 700126, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, 2);
INSERT INTO public.games VALUES (27, 5, 31, 3, 3, 3, 101, 102, NULL, 101, '2026-11-21 11:59:49+00', '2026-11-21 11:59:49+00', NULL, NULL, NULL, 9047, 2, 101, 9048, 3, NULL, 700114, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, 2, NULL);
INSERT INTO public.games VALUES (28, 5, 32, 3, 3, 3, 109, 102, NULL, 109, '2026-11-21 11:59:50+00', '2026-11-21 11:59:50+00', 'agreed', NULL, 102, 9050, NULL, NULL, NULL, 4, 0, 700120, NULL, false, 1500, 1500, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, 2, NULL);
INSERT INTO public.games VALUES (30, 5, 34, 3, 3, 3, 109, 101, NULL, 109, '2026-11-21 11:59:52+00', '2026-11-21 11:59:52+00', NULL, NULL, NULL, 9056, NULL, NULL, NULL, 4, NULL, 700132, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, 2, NULL, NULL);
INSERT INTO public.games VALUES (17, 1, 22, 3, 3, 3, 105, NULL, 'classic', 105, '2026-11-21 11:59:28+00', '2026-11-21 11:59:28+00', NULL, NULL, NULL, 9033, NULL, NULL, NULL, 0, NULL, 700083, NULL, true, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL);
INSERT INTO public.games VALUES (20, 4, 24, 3, 3, 3, 102, 105, NULL, 102, '2026-11-21 11:59:34+00', '2026-11-21 11:59:34+00', NULL, NULL, NULL, 9039, NULL, NULL, NULL, 0, NULL, 700095, NULL, false, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, 4, NULL, 1, 3, 2, 0, 1, 19, NULL, false, NULL, NULL, NULL);
INSERT INTO public.guilds VALUES (1, NULL);
INSERT INTO public.guilds VALUES (3, NULL);
INSERT INTO public.guilds VALUES (4, NULL);
INSERT INTO public.guilds VALUES (2, '2026-11-21 11:59:25+00');
INSERT INTO public.guilds VALUES (5, NULL);
INSERT INTO public.plies VALUES (1, 0, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (1, 1, 2, 0, NULL, NULL);
INSERT INTO public.plies VALUES (2, 0, 2, 2, NULL, NULL);
INSERT INTO public.plies VALUES (2, 1, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (3, 0, 3, 3, NULL, NULL);
INSERT INTO public.plies VALUES (4, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (4, 1, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (4, 2, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (5, 0, 4, 4, NULL, NULL);
INSERT INTO public.plies VALUES (5, 1, 5, 5, NULL, NULL);
INSERT INTO public.plies VALUES (6, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (6, 1, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (6, 2, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (6, 3, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (6, 4, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (7, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (7, 1, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (7, 2, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (7, 3, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (7, 4, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (7, 5, 1, 2, NULL, NULL);
INSERT INTO public.plies VALUES (7, 6, 2, 1, NULL, NULL);
INSERT INTO public.plies VALUES (7, 7, 2, 0, NULL, NULL);
INSERT INTO public.plies VALUES (7, 8, 2, 2, NULL, NULL);
INSERT INTO public.plies VALUES (8, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (8, 1, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (9, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (10, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (10, 1, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (10, 2, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (10, 3, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (10, 4, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (10, 5, 1, 2, NULL, NULL);
INSERT INTO public.plies VALUES (10, 6, 2, 1, NULL, NULL);
INSERT INTO public.plies VALUES (10, 7, 2, 0, NULL, NULL);
INSERT INTO public.plies VALUES (11, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (11, 1, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (11, 2, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (12, 0, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (12, 1, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (13, 0, 50, 50, NULL, NULL);
INSERT INTO public.plies VALUES (13, 1, 48, 52, NULL, NULL);
INSERT INTO public.plies VALUES (14, 0, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (15, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (15, 1, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (15, 2, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (15, 3, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (15, 4, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (16, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (17, 0, 2, 0, NULL, NULL);
INSERT INTO public.plies VALUES (18, 0, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (19, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (19, 1, 1, 0, NULL, NULL);
INSERT INTO public.plies VALUES (19, 2, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (19, 3, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (19, 4, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (22, 0, 1, 1, 101, 1795262261000000);
INSERT INTO public.plies VALUES (22, 1, 2, 1, NULL, NULL);
INSERT INTO public.plies VALUES (22, 2, 0, 0, 102, 1795262262000000);
INSERT INTO public.plies VALUES (22, 3, 0, 3, NULL, NULL);
INSERT INTO public.plies VALUES (23, 0, 0, 0, 101, 1795262263000000);
INSERT INTO public.plies VALUES (23, 1, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (23, 2, 1, 0, 102, 1795262264000000);
INSERT INTO public.plies VALUES (24, 0, 2, 2, NULL, NULL);
INSERT INTO public.plies VALUES (24, 1, 2, 0, NULL, NULL);
INSERT INTO public.plies VALUES (25, 0, 2, 2, NULL, NULL);
INSERT INTO public.plies VALUES (25, 1, 1, 2, NULL, NULL);
INSERT INTO public.plies VALUES (26, 0, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (26, 1, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (26, 2, 0, 1, NULL, NULL);
INSERT INTO public.plies VALUES (26, 3, 0, 2, NULL, NULL);
INSERT INTO public.plies VALUES (26, 4, 2, 1, NULL, NULL);
INSERT INTO public.plies VALUES (27, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (27, 1, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (28, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (28, 1, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (29, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (29, 1, 1, 1, NULL, NULL);
INSERT INTO public.plies VALUES (30, 0, 0, 0, NULL, NULL);
INSERT INTO public.plies VALUES (30, 1, 1, 1, NULL, NULL);
INSERT INTO public.preferences VALUES (101, 'star', 'dark', 'text', 'coordinates', 'on', 'off');
INSERT INTO public.preferences VALUES (102, NULL, 'contrast', 'picture', NULL, NULL, NULL);
INSERT INTO public.preferences VALUES (105, NULL, NULL, NULL, 'none', NULL, NULL);
INSERT INTO public.preferences VALUES (103, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.puzzle_channels VALUES (1, 25, 327, false);
INSERT INTO public.ratings VALUES (1, 1, 103, 1483.3312356809845, 0, 1, 0, '2026-11-21 10:09:55+00');
INSERT INTO public.ratings VALUES (1, 1, 101, 1513.960056950896, 1, 0, 2, '2026-11-21 10:12:40+00');
INSERT INTO public.ratings VALUES (1, 1, 102, 1502.7087073681196, 1, 1, 2, '2026-11-21 10:12:40+00');
INSERT INTO public.ratings VALUES (2, 1, 105, 1516, 1, 0, 0, '2026-11-21 11:59:25+00');
INSERT INTO public.ratings VALUES (2, 1, 106, 1484, 0, 1, 0, '2026-11-21 11:59:25+00');
INSERT INTO public.ratings VALUES (4, 1, 105, 1516, 1, 0, 0, '2026-11-21 11:59:34+00');
INSERT INTO public.ratings VALUES (4, 1, 102, 1484, 0, 1, 0, '2026-11-21 11:59:34+00');
INSERT INTO public.ratings VALUES (5, 1, 109, 1500, 0, 0, 1, '2026-11-21 11:59:50+00');
INSERT INTO public.ratings VALUES (5, 1, 102, 1500, 0, 0, 1, '2026-11-21 11:59:50+00');
INSERT INTO public.seasons VALUES (2, 2, '2026-11-21 11:59:35+00');
INSERT INTO public.settings VALUES (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.settings VALUES (3, 4, 4, 4, '1 day', false, 'in place', 'anyone', 'de', true);
INSERT INTO public.sweeps VALUES ('all', 1795262395000000);
INSERT INTO public.synced VALUES (100000000000000001, '0000000000000000000000000000000000000000000000000000000000000000');
SELECT pg_catalog.setval('public.challenges_id_seq', 27, true);
SELECT pg_catalog.setval('public.games_id_seq', 31, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT pk_attempts PRIMARY KEY ("user", day);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY ("user", blocked);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT pk_challenges PRIMARY KEY (id);
ALTER TABLE ONLY public.forgetting
    ADD CONSTRAINT pk_forgetting PRIMARY KEY ("user");
ALTER TABLE ONLY public.games
    ADD CONSTRAINT pk_games PRIMARY KEY (id);
ALTER TABLE ONLY public.guilds
    ADD CONSTRAINT pk_guilds PRIMARY KEY (id);
ALTER TABLE ONLY public.plies
    ADD CONSTRAINT pk_plies PRIMARY KEY (game, number);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT pk_preferences PRIMARY KEY ("user");
ALTER TABLE ONLY public.puzzle_channels
    ADD CONSTRAINT pk_puzzle_channels PRIMARY KEY (guild);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (guild, season, "user");
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT pk_seasons PRIMARY KEY (guild, number);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT pk_settings PRIMARY KEY (guild);
ALTER TABLE ONLY public.sweeps
    ADD CONSTRAINT pk_sweeps PRIMARY KEY (shards);
ALTER TABLE ONLY public.synced
    ADD CONSTRAINT pk_synced PRIMARY KEY (application);
CREATE INDEX ix_attempts_solved ON public.attempts USING btree (guild, day) WHERE (solved IS NOT NULL);
CREATE INDEX ix_challenges_author ON public.challenges USING btree (author, opened);
CREATE UNIQUE INDEX ix_challenges_interaction ON public.challenges USING btree (interaction);
CREATE UNIQUE INDEX ix_challenges_open ON public.challenges USING btree (channel, author) WHERE ((state)::text = 'open'::text);
CREATE INDEX ix_challenges_opponent ON public.challenges USING btree (opponent, opened);
CREATE INDEX ix_games_channel ON public.games USING btree (channel, id);
CREATE INDEX ix_games_deadline ON public.games USING btree (deadline) WHERE ((ending IS NULL) AND (deadline IS NOT NULL));
CREATE INDEX ix_games_ended_by ON public.games USING btree (ended_by) WHERE ((ended_by IS NOT NULL) AND (ended_by <> x) AND ((o IS NULL) OR (ended_by <> o)));
CREATE UNIQUE INDEX ix_games_live ON public.games USING btree (channel) WHERE ((ending IS NULL) AND ((level IS NULL) OR (x < 0)));
CREATE UNIQUE INDEX ix_games_live_solo ON public.games USING btree (channel, x) WHERE ((ending IS NULL) AND (level IS NOT NULL));
CREATE INDEX ix_games_o_guild ON public.games USING btree (o, guild);
CREATE INDEX ix_games_open_o ON public.games USING btree (o) WHERE ((ending IS NULL) OR (request_by IS NOT NULL));
CREATE INDEX ix_games_open_x ON public.games USING btree (x) WHERE ((ending IS NULL) OR (request_by IS NOT NULL));
CREATE INDEX ix_games_opened_by ON public.games USING btree (opened_by, opened);
CREATE UNIQUE INDEX ix_games_previous ON public.games USING btree (previous) WHERE (previous IS NOT NULL);
CREATE INDEX ix_games_rated_o ON public.games USING btree (o, touched) WHERE (gain IS NOT NULL);
CREATE INDEX ix_games_rated_x ON public.games USING btree (x, touched) WHERE (gain IS NOT NULL);
CREATE INDEX ix_games_remind_at ON public.games USING btree (remind_at) WHERE ((ending IS NULL) AND (remind_at IS NOT NULL));
CREATE INDEX ix_games_shared ON public.games USING btree (channel, id) WHERE ((level IS NULL) OR (x < 0));
CREATE INDEX ix_games_solo ON public.games USING btree (channel, x, id) WHERE (level IS NOT NULL);
CREATE INDEX ix_games_x_guild ON public.games USING btree (x, guild);
CREATE INDEX ix_plies_mover ON public.plies USING btree (mover) WHERE (mover IS NOT NULL);
CREATE INDEX ix_ratings_best ON public.ratings USING btree (guild, season, rating);
CREATE INDEX ix_ratings_user ON public.ratings USING btree ("user");
ALTER TABLE ONLY public.plies
    ADD CONSTRAINT fk_plies_game FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
