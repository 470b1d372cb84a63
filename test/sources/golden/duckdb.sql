-- duckdb
SELECT CAST("k0" AS VARCHAR) AS "c0", CAST("k1" AS VARCHAR) AS "c1", CAST("k2" AS VARCHAR) AS "c2", CAST("kohort_rows" AS VARCHAR) AS "n"
FROM (SELECT "age" AS "k0", "sex" AS "k1", "disease" AS "k2", COUNT(*) AS "kohort_rows"
FROM "people"."census"
WHERE "note" IS NOT NULL AND CAST("note" AS VARCHAR) NOT IN ('', '?')
GROUP BY "age", "sex", "disease") "counted";

CREATE TABLE "people"."map" ("k0" VARCHAR, "k1" VARCHAR, "r0" VARCHAR, "r1" VARCHAR);

INSERT INTO "people"."map" ("k0", "k1", "r0", "r1") VALUES
('25', 'O''Hara \ `"', '[25-26]', '*'),
('null', 'f', '', 'f');

CREATE TABLE "people"."released" AS
SELECT "m"."r1" AS "sex", "m"."r0" AS "age", "t"."note" AS "note"
FROM (SELECT * FROM "people"."census"
WHERE "note" IS NOT NULL AND CAST("note" AS VARCHAR) NOT IN ('', '?')) "t"
INNER JOIN "people"."map" "m" ON "m"."k0" = COALESCE(CAST("t"."age" AS VARCHAR), 'null') AND "m"."k1" = COALESCE(CAST("t"."sex" AS VARCHAR), 'null')
ORDER BY 1, 2, 3;

CREATE TABLE "people"."released" AS
SELECT "m"."r1" AS "sex", "m"."r0" AS "age", "t"."note" AS "note"
FROM "people"."census" "t"
INNER JOIN "people"."map" "m" ON "m"."k0" = COALESCE(CAST("t"."age" AS VARCHAR), 'null') AND "m"."k1" = COALESCE(CAST("t"."sex" AS VARCHAR), 'null');
