/**
 * Words of column names in further languages: Polish, Czech, Slovak, Hungarian, Romanian, Swedish, Norwegian, Danish, Finnish, Turkish,
 * Russian, Ukrainian, Greek, Chinese, Japanese, Korean, Arabic, Hebrew, Vietnamese, Indonesian. Lower case, with or without accents; two
 * words of a name are written together. Words that mean something else in another of the languages are left out: Swedish `lön` without
 * its accent is a longitude, Turkish `hasta` a Spanish "until".
 */
export const furtherWords = {
  names: `
    imiona nazwiska jmeno prijmeni meno priezvisko nev vezeteknev keresztnev utonev csaladnev nume prenume numele
    navn fornavn etternavn efternavn fornamn efternamn tilltalsnamn mellomnavn mellemnavn nimi etunimi sukunimi isim soyadi soyad adı
    soyadı adsoyad
    имя фамилия отчество фио инициалы імя прізвище піб ονομα επωνυμο ονοματεπωνυμο πατρωνυμο
    姓名 名字 姓 名 曾用名 氏名 名前 お名前 苗字 フリガナ ふりがな 이름 성명 성함 الاسم اسم اللقب الكنية שם שםפרטי שםמשפחה
    hoten hovaten nama namalengkap initialer inicjaly inicialy iniciales iniziali initiales iniciais
    kurzel kuerzel namenskurzel namenskuerzel handzeichen parafe nimikirjaimet`,
  contacts: `
    adres adresa adress ulica ulice utca lakcim telefonszam strada katuosoite osoite puhelin puhelinnumero sahkoposti epost eposta
    telefonnummer mobilnummer sokak cadde telefonu
    телефон адрес почта паспорт снилс инн улица адреса вулиця τηλεφωνο διευθυνση αφμ αμκα οδος
    电话 手机 手机号 手机号码 电话号码 联系电话 联系方式 地址 住址 家庭住址 身份证 身份证号 身份证号码 邮箱 电子邮箱 银行卡 银行卡号 车牌 车牌号 微信 微信号 护照 护照号
    電話 手機 電郵 身分證 住所 電話番号 携帯 携帯電話 メール メールアドレス マイナンバー
    전화 전화번호 휴대폰 휴대전화 연락처 주소 이메일 주민등록번호 주민번호 계좌 계좌번호 여권번호
    الهاتف هاتف الجوال جوال العنوان عنوان البريد الهوية هوية الجواز טלפון נייד כתובת תז תעודתזהות דואל מייל רחוב
    dienthoai diachi cmnd cccd alamat telepon nohp
    twitter instagram facebook telegram whatsapp skype linkedin tiktok snapchat handle handles screenname userhandle mastodon wechat`,
  personNumbers: `
    nip dowodosobisty rodnecislo tajszam cnp fodselsnummer cpr cprnr cprnummer samordningsnummer henkilotunnus hetu tckimlik
    tckn tcno tckimlikno hastano hastaid hastanumarasi kundnr kundnummer potilasnumero asiakasnumero
    病历号 住院号 门诊号 学号 工号 就诊号 病案号 診察券番号 カルテ番号 学籍番号 社員番号 학번 사번 등록번호 차트번호 ktp npwp
    pidp hidp hhidpn pubid mergeid seqn cpsidp cpsid idno idind xwaveid nomem nohouse sampid intnum interviewnumber iid`,
  people: `
    benutzer nutzer utilisateur utente gebruiker uzytkownik uzivatel felhasznalo anvandare bruker bruger kayttaja пользователь
    pacjent pacjenta pacjentka klienta pracownik pracownika uczen wlasciciel lekarz lekarza nauczyciel kierowca sedzia ofiara sprawca
    podejrzany ubezpieczony swiadek pacient pacientka zakaznik zakaznika zakaznicke zamestnanec zamestnance ucitel lekar ridic vlastnik majitel
    beteg paciens ugyfel dolgozo tanulo orvos tanar sofor tulajdonos pacientul angajat medic profesor sofer proprietar
    pasient pasienten kund ansatt anstalld lege lakare laege laerer larer larare eier agare dommer
    potilas potilaan asiakas asiakkaan tyontekija oppilas laakari opettaja omistaja kuljettaja
    musteri ogrenci calisan kullanici doktor hekim surucu
    пациент пациента клиент клиента сотрудник сотрудника работник студент студента ученик владелец водитель врач учитель судья свидетель
    заявитель пацієнт пацієнта клієнт клієнта лікар ασθενης ασθενους ασθενη πελατης πελατη υπαλληλος μαθητης γιατρος ιδιοκτητης οδηγος
    患者 病人 客户 客戶 顾客 员工 學生 学生 用户 会员 會員 医生 醫生 教师 老师 司机 业主 受害人 法官 联系人 顧客 会員 社員 従業員 生徒 利用者 医師 教師 運転手
    所有者 被害者 担当 担当者 担当医 환자 고객 회원 직원 사원 학생 사용자 의사 교사 운전자 피해자 담당자 보호자
    المريض مريض العميل عميل الموظف موظف الطالب طالب الطبيب طبيب מטופל חולה לקוח עובד תלמיד סטודנט רופא
    benhnhan khachhang nhanvien hocsinh bacsi pasien pelanggan karyawan siswa mahasiswa dokter pengguna anggota`,
  numbering: `
    numer identyfikator sygnatura cislo szam azonosito numar tunnus numarasi номер код идентификатор αριθμος κωδικος
    号 号码 编号 序号 编码 代码 編號 番号 コード 번호 코드 아이디 일련번호 رقم كود معرف מספר קוד מזהה nomor kode`,
  things: `
    oddzial szpital szkola oddeleni nemocnice skola iskola korhaz sectie spital scoala avdeling avdelning sykehus sjukhus osasto sairaala koulu
    okul bolum hastane отделение больница школа товар τμημα νοσοκομειο σχολειο 科室 医院 学校 部门 产品 商品 診療科 病院 部署 製品 병원 학교 부서 제품
    المستشفى القسم المدرسة מחלקה sekolah produk barang`,
  confidential: `
    diagnoza rozpoznanie choroba choroby leki leczenie zarobki wynagrodzenie pensja dochod wyznanie religia wyrok
    nemoc lecba mzda prijem nabozenstvi diagnozis betegseg gyogyszer kezeles fizetes jovedelem vallas
    boala tratament salariu venit religie diagnos diagnosekode sykdom sjukdom sygdom medisin behandling lakemedel lonn loenn manadslon
    arslon inkomst inntekt indkomst diagnoosi sairaus laake hoito palkka tulot uskonto tani teshis hastalik ilac tedavi maas gelir
    диагноз болезнь заболевание лечение лекарство препарат зарплата доход религия оклад діагноз хвороба лікування зарплата
    διαγνωση ασθενεια νοσος φαρμακο θεραπεια μισθος εισοδημα θρησκευμα
    诊断 疾病 病名 药品 用药 治疗 工资 薪资 收入 薪水 宗教 診斷 藥品 治療 薪資 診断 診断名 疾患 傷病名 薬 薬剤 処方 給与 年収 収入 月収
    진단 진단명 병명 질병 질환 약물 처방 치료 급여 연봉 월급 소득 종교
    التشخيص تشخيص المرض مرض الدواء دواء العلاج الراتب راتب الدخل الديانة אבחנה מחלה תרופה טיפול שכר הכנסה דת
    chandoan penyakit diagnosa obat gaji pendapatan agama`,
  notes: `
    uwagi notatka notatki komentarz poznamka poznamky megjegyzes observatii bemaerkning merknad anmarkning huomautus huomautukset kommentti
    примечание примечания комментарии заметки примітки σχολια παρατηρησεις 备注 病史 主诉 備註 備考 メモ コメント 所見 비고 메모 특이사항
    ملاحظات הערות הערה ghichu catatan keterangan`,
} as const;
