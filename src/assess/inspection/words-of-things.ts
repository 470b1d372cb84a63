/**
 * Words that stand in names of places, firms, streets, trades, goods, answers and diseases, and hardly ever in names of people: lower
 * case, without accents. A text of capitalized words with one of them names no person.
 */
const things = `
  inc ltd llc llp plc gmbh ag kg ohg corp corporation co company companies sa sarl sas spa srl bv nv ab oy as aps pty limited
  bank group holding holdings partners partnership university universitat universite universidad universidade college school schule
  ecole escuela escola academy institute institut hospital klinik klinikum clinic center centre centro church foundation association
  department dept office ministry agency authority board committee council court commission union club team league society trust fund
  funds pac services service solutions systems technologies technology industries international national federal global software
  digital media network networks studio studios works labs laboratory pharma energy motors airlines airways insurance capital ventures
  restaurant cafe hotel bar grill pizza pharmacy store shop market supermarket
  street st avenue ave road rd lane ln boulevard blvd drive dr way square sq terrace highway route rue avenue place quai chemin impasse
  allee strasse str platz weg gasse ufer ring damm via viale piazza corso largo calle avenida plaza paseo rua travessa praca straat laan
  weg plein gracht apt suite floor box
  new north south east west northern southern eastern western upper lower central san santa santo saint sankt sao los las la el fort
  port mount lake river beach island islands isle city town village county state province district region republic kingdom united
  states valley hill hills springs falls creek bay harbor heights park ridge grove bad am ob der frankfurt rio puerto ciudad villa monte
  cape costa gulf sea ocean america africa asia europe korea zealand arabia emirates rica lanka guinea
  engineer engineering manager management nurse nursing teacher teaching driver officer director assistant analyst clerk worker
  technician developer designer consultant accountant accounting lawyer attorney sales seller senior junior chief head administrator
  administration operator specialist professor scientist research researcher coordinator supervisor executive representative agent
  associate president vice secretary mechanic electrician plumber carpenter chef cook waiter cashier cleaner guard builder farmer
  farming fishing physician doctor dentist surgeon therapist pharmacist artist writer editor journalist student retired unemployed
  employed military police fireman firefighter pilot architect programmer support service transport craft repair clerical managerial
  specialty servic inspct handlers cleaners moving adm
  never ever married divorced widowed separated single spouse absent civ husband wife child relative unmarried family own household
  high higher low lower middle medium school degree bachelor bachelors master masters doctorate graduate primary secondary vocational
  elementary level grade class first second third some none no not yes very less more most least much many few any all other others
  unknown unspecified missing refused strongly slightly somewhat agree disagree neutral satisfied dissatisfied likely unlikely always
  often sometimes rarely daily weekly monthly yearly full part time self gov inc public private local government
  african american asian pacific islander native hispanic latino latina caucasian european indian alaska hawaiian mixed multiracial
  red blue yellow orange purple pink dark light navy sky royal neon matte
  rock pop hip hop classical country drama comedy action horror romance jazz heavy metal science fiction sci fi thriller documentary
  fantasy adventure animation musical soul funk folk blues disco techno house punk indie alternative electronic dance rap
  pro max mini plus ultra lite edition kit set pack series model version premium deluxe basic standard classic super smart wireless
  phone watch laptop keyboard mouse monitor cable charger camera speaker headphones chair table desk lamp shirt shoes pants jacket
  dress coffee tea milk bread cheese chicken beef pork fish rice pasta salad soup cake chocolate sauce sugar salt oil butter juice
  water wine beer cream fruit apple orange banana green white black
  disease syndrome diabetes cancer acute chronic type heart failure blood pressure infection pain disorder injury fracture fever
  asthma cold flu influenza pneumonia hypertension depression anxiety stroke arthritis virus hepatitis kidney liver lung breast skin
  bone back chest brain tumor carcinoma leukemia anemia allergy migraine epilepsy dementia alzheimer parkinson pulmonary renal cardiac
  arrest myocardial infarction mellitus ward unit station wing department surgery medicine emergency intensive care outpatient inpatient
  internal general pediatric pediatrics cardiology oncology neurology radiology orthopedics psychiatry dermatology urology obstetrics
  gynecology maternity icu er rehabilitation therapy treatment test exam screening visit check follow up
  credit debit card cash check transfer bank loan mortgage savings checking account payment electronic mailed automatic
  democratic republican party liberal conservative labour labor socialist independent green progressive alliance
  catholic protestant orthodox christian muslim jewish hindu buddhist sunni evangelical baptist methodist
  assault battery theft burglary robbery possession driving grand petit drug drugs cocaine cannabis license suspended felony
  misdemeanor aggravated domestic violence fraud murder trespass resisting probation
  math maths mathematics physics chemistry biology history geography literature economics philosophy psychology sociology computer
  english french german spanish italian portuguese latin dutch chinese japanese russian arabic turkish polish
  month months week weeks day days year years hour hours monday tuesday wednesday thursday friday saturday sunday january february
  march april may june july august september october november december spring summer autumn fall winter morning evening night
  and or of the for with without in on at to by from per und oder fur mit ohne et ou avec sans pour con sin para sem com per`;

export const thingWords: ReadonlySet<string> = new Set(things.trim().split(/\s+/));
