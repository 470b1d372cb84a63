/** Words that are names of people and words of a language, which a text may hold without naming anybody. */
const words = `
  will rose mark grace hope faith joy may june april august summer bill rob pat sue art frank grant jack dawn eve lily ivy violet
  hazel iris daisy ruby pearl amber crystal angel christian virgin guy dean ray gene jean max gay bob drew chase hunter mason carter
  young long small white black brown green gray king cook baker miller smith taylor walker hill wood stone field rich poor best good
  bell ball day weeks price bond love moody short strong sharp swift wise west east north south summers winters bush rivers lake park
  fox wolf bird fish lamb bull lane street church bishop pope knight major sergeant butler page porter potter fisher hall house rice
  case cox mills banks wells ford ross gold silver steel law judge power hand head foot mann klein gross lang kurz jung alt neu
  koch bauer richter schneider becker wolff vogel winter sommer herbst engel stark fest fromm reich arm kaiser konig herr frau
  petit grand blanc noir rouge roux brun leblanc marin boucher fleur pierre marie claire aime desire benoit dieu amour
  luz sol mar paz rosa blanca flor cruz santos leon iglesias nieves dolores mercedes pilar consuelo socorro esperanza gracia reyes
  bianco rossi longo leone fontana monti costa bello gallo lupo lima silva rocha dias moura see sea sun son an and the von van not no
  da do de en on in is it as at to so or of for per case test anna can ali min ming ma he she her his may wait ran don mat matt
  sandy rusty holly ginger olive robin jay dove martin misty stormy sunny star heaven destiny melody harmony joy felicity constance
  prudence charity patience honor justice true earl duke baron count prince princess queen jade coral opal`;

export const namesThatAreWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
