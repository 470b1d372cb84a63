-- postgres
SELECT CAST("kohort_k0" AS TEXT) AS "kohort_c0", CAST("kohort_k1" AS TEXT) AS "kohort_c1", CAST("kohort_k2" AS TEXT) AS "kohort_c2", CAST("kohort_rows" AS TEXT) AS "kohort_n", CAST("kohort_print" AS TEXT) AS "kohort_p"
FROM (SELECT "age" AS "kohort_k0", "sex" AS "kohort_k1", "disease" AS "kohort_k2", COUNT(*) AS "kohort_rows", SUM(hashtextextended((CAST(hashtextextended((COALESCE(CAST("note" AS TEXT), 'null')) COLLATE "C", 0) AS TEXT) || ',' || CAST(hashtextextended((COALESCE(CAST("row" AS TEXT), 'null')) COLLATE "C", 0) AS TEXT)) COLLATE "C", 0)) AS "kohort_print"
FROM "people"."census"
WHERE "note" IS NOT NULL AND CAST("note" AS TEXT) NOT IN ('', '?')
GROUP BY "age", "sex", "disease") "kohort_counted";

BEGIN;

SET LOCAL idle_in_transaction_session_timeout = 0;

SET LOCAL enable_nestloop = off;

SET LOCAL enable_mergejoin = off;

CREATE UNLOGGED TABLE "people"."map" ("kohort_k0" TEXT, "kohort_k1" TEXT, "kohort_class" INTEGER);

CREATE UNLOGGED TABLE "people"."classes" ("kohort_class" INTEGER, "kohort_r0" TEXT, "kohort_r1" TEXT);

INSERT INTO "people"."map" ("kohort_k0", "kohort_k1", "kohort_class") VALUES
('25', 'O''Hara \ `"', 0),
('null', 'f', 1);

INSERT INTO "people"."classes" ("kohort_class", "kohort_r0", "kohort_r1") VALUES
(0, '', '*'),
(1, '[25-26]', 'f');

ANALYZE "people"."map" ("kohort_class");

CREATE TABLE "people"."released" AS
SELECT "kohort_s"."kohort_r1" AS "sex", "kohort_s"."kohort_r0" AS "age", "kohort_t"."note" AS "note"
FROM (SELECT * FROM "people"."census"
WHERE "note" IS NOT NULL AND CAST("note" AS TEXT) NOT IN ('', '?')) "kohort_t"
INNER JOIN "people"."map" "kohort_m" ON "kohort_m"."kohort_k0" = COALESCE(CAST("kohort_t"."age" AS TEXT), 'null') AND "kohort_m"."kohort_k1" = COALESCE(CAST("kohort_t"."sex" AS TEXT), 'null')
INNER JOIN "people"."classes" "kohort_s" ON "kohort_s"."kohort_class" = "kohort_m"."kohort_class"
ORDER BY "kohort_s"."kohort_class", "kohort_t"."note";

CREATE TABLE "people"."released" AS
SELECT "kohort_s"."kohort_r1" AS "sex", "kohort_s"."kohort_r0" AS "age", "kohort_t"."note" AS "note"
FROM "people"."census" "kohort_t"
INNER JOIN "people"."map" "kohort_m" ON "kohort_m"."kohort_k0" = COALESCE(CAST("kohort_t"."age" AS TEXT), 'null') AND "kohort_m"."kohort_k1" = COALESCE(CAST("kohort_t"."sex" AS TEXT), 'null')
INNER JOIN "people"."classes" "kohort_s" ON "kohort_s"."kohort_class" = "kohort_m"."kohort_class";
