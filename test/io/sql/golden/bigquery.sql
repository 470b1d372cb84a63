-- bigquery: its text alone is tested
SELECT CAST(`kohort_k0` AS STRING) AS `kohort_c0`, CAST(`kohort_k1` AS STRING) AS `kohort_c1`, CAST(`kohort_k2` AS STRING) AS `kohort_c2`, CAST(`kohort_rows` AS STRING) AS `kohort_n`
FROM (SELECT `age` AS `kohort_k0`, `sex` AS `kohort_k1`, `disease` AS `kohort_k2`, COUNT(*) AS `kohort_rows`
FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS STRING) NOT IN ('', '?')
GROUP BY `age`, `sex`, `disease`) `kohort_counted`;

CREATE TABLE `people`.`map` (`kohort_k0` STRING, `kohort_k1` STRING, `kohort_class` INT64);

CREATE TABLE `people`.`classes` (`kohort_class` INT64, `kohort_r0` STRING, `kohort_r1` STRING);

INSERT INTO `people`.`map` (`kohort_k0`, `kohort_k1`, `kohort_class`) VALUES
('25', 'O\'Hara \\ `"', 0),
('null', 'f', 1);

INSERT INTO `people`.`classes` (`kohort_class`, `kohort_r0`, `kohort_r1`) VALUES
(0, '', '*'),
(1, '[25-26]', 'f');

CREATE TABLE `people`.`released` AS
SELECT `kohort_s`.`kohort_r1` AS `sex`, `kohort_s`.`kohort_r0` AS `age`, `kohort_t`.`note` AS `note`
FROM (SELECT * FROM `people`.`census`
WHERE `note` IS NOT NULL AND CAST(`note` AS STRING) NOT IN ('', '?')) `kohort_t`
INNER JOIN `people`.`map` `kohort_m` ON `kohort_m`.`kohort_k0` = COALESCE(CAST(`kohort_t`.`age` AS STRING), 'null') AND `kohort_m`.`kohort_k1` = COALESCE(CAST(`kohort_t`.`sex` AS STRING), 'null')
INNER JOIN `people`.`classes` `kohort_s` ON `kohort_s`.`kohort_class` = `kohort_m`.`kohort_class`;

CREATE TABLE `people`.`released` AS
SELECT `kohort_s`.`kohort_r1` AS `sex`, `kohort_s`.`kohort_r0` AS `age`, `kohort_t`.`note` AS `note`
FROM `people`.`census` `kohort_t`
INNER JOIN `people`.`map` `kohort_m` ON `kohort_m`.`kohort_k0` = COALESCE(CAST(`kohort_t`.`age` AS STRING), 'null') AND `kohort_m`.`kohort_k1` = COALESCE(CAST(`kohort_t`.`sex` AS STRING), 'null')
INNER JOIN `people`.`classes` `kohort_s` ON `kohort_s`.`kohort_class` = `kohort_m`.`kohort_class`;
