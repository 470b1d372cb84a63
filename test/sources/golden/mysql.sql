-- mysql: its text alone is tested
SELECT CAST(`k0` AS CHAR) AS `c0`, CAST(`k1` AS CHAR) AS `c1`, CAST(`k2` AS CHAR) AS `c2`, CAST(`kohort_rows` AS CHAR) AS `n`
FROM (SELECT `age` AS `k0`, `sex` AS `k1`, `disease` AS `k2`, COUNT(*) AS `kohort_rows`
FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS CHAR) NOT IN ('', '?')
GROUP BY `age`, `sex`, `disease`) `counted`;

CREATE TABLE `people`.`map` (`k0` TEXT, `k1` TEXT, `r0` TEXT, `r1` TEXT);

INSERT INTO `people`.`map` (`k0`, `k1`, `r0`, `r1`) VALUES
('25', 'O\'Hara \\ `"', '[25-26]', '*'),
('null', 'f', '', 'f');

CREATE TABLE `people`.`released` AS
SELECT `m`.`r1` AS `sex`, `m`.`r0` AS `age`, `t`.`note` AS `note`
FROM (SELECT * FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS CHAR) NOT IN ('', '?')) `t`
INNER JOIN `people`.`map` `m` ON `m`.`k0` = COALESCE(CAST(`t`.`age` AS CHAR), 'null') AND `m`.`k1` = COALESCE(CAST(`t`.`sex` AS CHAR), 'null')
ORDER BY 1, 2, 3;

CREATE TABLE `people`.`released` AS
SELECT `m`.`r1` AS `sex`, `m`.`r0` AS `age`, `t`.`note` AS `note`
FROM `people`.`census` `t`
INNER JOIN `people`.`map` `m` ON `m`.`k0` = COALESCE(CAST(`t`.`age` AS CHAR), 'null') AND `m`.`k1` = COALESCE(CAST(`t`.`sex` AS CHAR), 'null');
