-- clickhouse
SELECT toString(`kohort_k0`) AS `kohort_c0`, toString(`kohort_k1`) AS `kohort_c1`, toString(`kohort_k2`) AS `kohort_c2`, toString(`kohort_rows`) AS `kohort_n`, toString(`kohort_print`) AS `kohort_p`
FROM (SELECT `age` AS `kohort_k0`, `sex` AS `kohort_k1`, `disease` AS `kohort_k2`, COUNT(*) AS `kohort_rows`, SUM(sipHash64(toString(sipHash64(ifNull(toString(`note`), 'null'))) || ',' || toString(sipHash64(ifNull(toString(`row`), 'null'))))) AS `kohort_print`
FROM `people`.`census`
WHERE `note` IS NOT NULL AND toString(`note`) NOT IN ('', '?')
GROUP BY `age`, `sex`, `disease`) `kohort_counted`;

CREATE TABLE `people`.`map` (`kohort_k0` String, `kohort_k1` String, `kohort_class` UInt32) ENGINE = Memory;

CREATE TABLE `people`.`classes` (`kohort_class` UInt32, `kohort_r0` String, `kohort_r1` String) ENGINE = Memory;

INSERT INTO `people`.`map` (`kohort_k0`, `kohort_k1`, `kohort_class`) VALUES
('25', 'O\'Hara \\ `"', 0),
('null', 'f', 1);

INSERT INTO `people`.`classes` (`kohort_class`, `kohort_r0`, `kohort_r1`) VALUES
(0, '', '*'),
(1, '[25-26]', 'f');

CREATE TABLE `people`.`released` ENGINE = MergeTree ORDER BY (`sex`, `age`, ifNull(toString(`note`), 'null'))
AS SELECT `kohort_r1` AS `sex`, `kohort_r0` AS `age`, `kohort_v0` AS `note`
FROM (SELECT `kohort_class`, `kohort_v0`
FROM (SELECT ifNull(toString(`age`), 'null') AS `kohort_k0`, ifNull(toString(`sex`), 'null') AS `kohort_k1`, `note` AS `kohort_v0` FROM `people`.`census`
WHERE `note` IS NOT NULL AND toString(`note`) NOT IN ('', '?'))
GLOBAL ALL INNER JOIN (SELECT `kohort_k0`, `kohort_k1`, `kohort_class` FROM `people`.`map`)
USING (`kohort_k0`, `kohort_k1`)
ORDER BY `kohort_class`, ifNull(toString(`kohort_v0`), 'null'))
ALL INNER JOIN (SELECT `kohort_class`, `kohort_r0`, `kohort_r1` FROM `people`.`classes`)
USING (`kohort_class`);

CREATE TABLE `people`.`released` ENGINE = MergeTree ORDER BY tuple()
AS SELECT `kohort_r1` AS `sex`, `kohort_r0` AS `age`, `kohort_v0` AS `note`
FROM (SELECT `kohort_class`, `kohort_v0`
FROM (SELECT ifNull(toString(`age`), 'null') AS `kohort_k0`, ifNull(toString(`sex`), 'null') AS `kohort_k1`, `note` AS `kohort_v0` FROM `people`.`census`)
GLOBAL ALL INNER JOIN (SELECT `kohort_k0`, `kohort_k1`, `kohort_class` FROM `people`.`map`)
USING (`kohort_k0`, `kohort_k1`))
ALL INNER JOIN (SELECT `kohort_class`, `kohort_r0`, `kohort_r1` FROM `people`.`classes`)
USING (`kohort_class`);
