-- clickhouse
SELECT toString(`k0`) AS `c0`, toString(`k1`) AS `c1`, toString(`k2`) AS `c2`, toString(`kohort_rows`) AS `n`
FROM (SELECT `age` AS `k0`, `sex` AS `k1`, `disease` AS `k2`, COUNT(*) AS `kohort_rows`
FROM `people`.`census`
WHERE `note` IS NOT NULL AND toString(`note`) NOT IN ('', '?')
GROUP BY `age`, `sex`, `disease`) `counted`;

CREATE TABLE `people`.`map` (`k0` String, `k1` String, `r0` String, `r1` String) ENGINE = Memory;

INSERT INTO `people`.`map` (`k0`, `k1`, `r0`, `r1`) VALUES
('25', 'O\'Hara \\ `"', '[25-26]', '*'),
('null', 'f', '', 'f');

CREATE TABLE `people`.`released` ENGINE = MergeTree ORDER BY (`sex`, `age`, ifNull(toString(`note`), 'null'))
AS SELECT `r1` AS `sex`, `r0` AS `age`, `v0` AS `note`
FROM (SELECT ifNull(toString(`age`), 'null') AS `k0`, ifNull(toString(`sex`), 'null') AS `k1`, `note` AS `v0` FROM `people`.`census`
WHERE `note` IS NOT NULL AND toString(`note`) NOT IN ('', '?'))
GLOBAL ALL INNER JOIN (SELECT `k0`, `k1`, `r0`, `r1` FROM `people`.`map`)
USING (`k0`, `k1`);

CREATE TABLE `people`.`released` ENGINE = MergeTree ORDER BY tuple()
AS SELECT `r1` AS `sex`, `r0` AS `age`, `v0` AS `note`
FROM (SELECT ifNull(toString(`age`), 'null') AS `k0`, ifNull(toString(`sex`), 'null') AS `k1`, `note` AS `v0` FROM `people`.`census`)
GLOBAL ALL INNER JOIN (SELECT `k0`, `k1`, `r0`, `r1` FROM `people`.`map`)
USING (`k0`, `k1`);
