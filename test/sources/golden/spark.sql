-- spark: its text alone is tested
SELECT CAST(`k0` AS STRING) AS `c0`, CAST(`k1` AS STRING) AS `c1`, CAST(`k2` AS STRING) AS `c2`, CAST(`kohort_rows` AS STRING) AS `n`
FROM (SELECT `age` AS `k0`, `sex` AS `k1`, `disease` AS `k2`, COUNT(*) AS `kohort_rows`
FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS STRING) NOT IN ('', '?')
GROUP BY `age`, `sex`, `disease`) `counted`;

CREATE TABLE `people`.`map` (`k0` STRING, `k1` STRING, `r0` STRING, `r1` STRING);

INSERT INTO `people`.`map` (`k0`, `k1`, `r0`, `r1`) VALUES
('25', 'O\'Hara \\ `"', '[25-26]', '*'),
('null', 'f', '', 'f');

CREATE TABLE `people`.`released` AS
SELECT `m`.`r1` AS `sex`, `m`.`r0` AS `age`, `t`.`note` AS `note`
FROM (SELECT * FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS STRING) NOT IN ('', '?')) `t`
INNER JOIN `people`.`map` `m` ON `m`.`k0` = COALESCE(CAST(`t`.`age` AS STRING), 'null') AND `m`.`k1` = COALESCE(CAST(`t`.`sex` AS STRING), 'null')
ORDER BY 1, 2, 3;

CREATE TABLE `people`.`released` AS
SELECT `m`.`r1` AS `sex`, `m`.`r0` AS `age`, `t`.`note` AS `note`
FROM `people`.`census` `t`
INNER JOIN `people`.`map` `m` ON `m`.`k0` = COALESCE(CAST(`t`.`age` AS STRING), 'null') AND `m`.`k1` = COALESCE(CAST(`t`.`sex` AS STRING), 'null');
