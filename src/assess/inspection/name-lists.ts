/**
 * Names that many people have, in the languages of the commonest public data: lower case, without accents. Enough of the names in a
 * column of people stand here for the column to be recognized; no list of names is complete.
 */

import { setOfWords } from './word-sets.js';

const given = `
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul
  andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry
  justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose adam henry nathan
  douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence
  jesse dylan bryan joe jordan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell elijah
  louis bobby philip johnny liam oliver harry oscar leo theo max luke simon martin ian graham nigel stuart neil craig derek colin
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily
  donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda
  pamela emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia
  joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann
  sara madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella
  theresa diana natalie brittany charlotte marie kayla alexis lori ella mia ava chloe lucy zoe molly ellie fiona gillian hazel ida
  hans peter klaus wolfgang jurgen dieter manfred uwe gunter horst bernd karl heinz stefan andreas thomas michael frank matthias
  markus jan jens sven torsten ralf jorg dirk lars tobias florian sebastian felix lukas jonas moritz paul leon finn ben elias julian
  philipp niklas fabian marcel dominik johannes georg ernst otto fritz kurt rolf helmut gerhard werner walter heinrich hermann gustav
  ludwig konrad xaver alois anton josef franz xavier rainer holger volker olaf axel
  ursula monika petra sabine renate helga karin brigitte ingrid erika andrea claudia susanne gisela christa birgit heike gabriele
  martina barbara angelika ulrike stefanie nicole kerstin silke anja katrin sandra tanja melanie julia lena lea leonie marie sophie
  hanna johanna clara mia lina emilia greta frieda gertrud hildegard elfriede anneliese ilse elke ute jutta dagmar heidi katharina
  magdalena franziska annika svenja antje
  jean pierre michel andre philippe alain bernard jacques daniel gerard roger robert claude rene christian georges marcel patrick
  nicolas laurent sebastien julien christophe olivier thierry pascal didier bruno eric stephane david frederic vincent antoine
  guillaume alexandre maxime hugo lucas louis gabriel arthur jules raphael adam nathan theo mathieu mathis clement francois henri yves
  luc marc remi etienne gilles serge
  marie jeanne francoise monique catherine nathalie isabelle jacqueline anne sylvie martine nicole christine sophie valerie
  sandrine veronique celine chantal brigitte stephanie aurelie emilie camille lea manon chloe ines jade louise juliette
  alice margaux helene claire agathe elodie pauline mathilde amelie genevieve odile colette simone yvonne
  antonio jose manuel francisco juan david javier carlos jesus daniel miguel alejandro rafael pedro pablo angel sergio fernando luis
  jorge alberto alvaro diego adrian raul enrique ramon vicente ivan ruben andres joaquin santiago eduardo victor roberto jaime ignacio
  alfonso ricardo salvador emilio mateo gonzalo hector guillermo gustavo felipe rodrigo hernan mauricio oscar cesar arturo armando
  maria carmen josefa isabel dolores pilar teresa ana francisca cristina laura antonia marta mercedes lucia rosario juana raquel
  beatriz rosa encarnacion elena paula silvia concepcion rocio patricia alicia susana irene sonia montserrat amparo natalia yolanda
  angela inmaculada consuelo guadalupe ximena valentina camila daniela mariana gabriela fernanda alejandra veronica adriana lorena
  esperanza catalina luz margarita norma
  joao pedro tiago paulo marcos lucas gabriel rafael bruno gustavo felipe leonardo thiago rodrigo mateus vinicius matheus caio
  luiz sebastiao raimundo geraldo severino cicero edson wagner flavio marcelo leandro renato sergio antonio francisco
  ana juliana fernanda patricia aline sandra camila amanda bruna jessica leticia julia luciana vanessa mariana vera larissa beatriz
  adriana marcia francisca rosangela simone raimunda joana ines rita lurdes fatima catarina sofia matilde
  giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele giorgio
  aldo sergio luciano marco andrea alessandro matteo lorenzo davide federico riccardo simone stefano roberto fabio gianluca giulio
  claudio massimo enrico filippo nicola emanuele tommaso edoardo leonardo dario
  anna giuseppina rosa angela giovanna teresa lucia carmela caterina francesca assunta antonietta carla elena concetta rita
  margherita franca paola giulia chiara sara martina giorgia alessia valentina federica elisa silvia laura ilaria alice beatrice
  ginevra aurora bianca camilla serena cristina daniela
  jan piet kees johannes cornelis hendrik willem gerrit dirk pieter jeroen bas daan sem bram thijs lars ruben koen joost sander wouter
  maarten sjoerd johanna anneke ingrid marijke femke sanne lotte fleur anouk maaike wilma ellen els ineke tineke
  erik anders lars per karl johan nils mikael gunnar bjorn olof magnus henrik kristian ole jorgen soren mads rasmus torben knut harald
  eva birgitta kristina margareta karin ingrid astrid solveig sigrid kirsten mette inge hanne lise freja linnea elsa maja ebba
  piotr krzysztof andrzej tomasz jan pawel michal marcin jakub adam lukasz grzegorz wojciech mateusz stanislaw zbigniew jerzy
  katarzyna malgorzata agnieszka krystyna barbara ewa elzbieta zofia joanna aleksandra monika halina jadwiga
  ivan dmitri sergei alexei andrei mikhail nikolai vladimir boris igor oleg yuri pavel viktor anton maxim olga tatiana natalia elena
  irina svetlana anastasia ekaterina ludmila galina nina vera yulia oksana milos jovan marko nikola dragan goran zoran milan petar
  jana petra lenka zuzana hana jiri tomas vaclav ondrej istvan laszlo zoltan ferenc gabor katalin ildiko
  mehmet mustafa ahmet ali hasan huseyin ibrahim ismail osman yusuf murat emre can burak fatma ayse emine hatice zeynep elif meryem
  ozlem aylin deniz yasemin
  mohammed muhammad mohamed ahmed omar khaled hassan hussein youssef karim rachid samir nabil tarik bilal abdullah abdul hamid said
  fatima aisha aicha khadija zainab mariam maryam layla leila nour amina samira yasmin nadia salma rania hana zahra reza amir
  wei fang xiaoming jing lei yan hui ming hong xin yi jun hao mei ling xiu chen lin yong jie ying xiang
  hiroshi takashi kenji yuki haruto sakura yoko keiko akira satoshi naoko emi aiko ren yui
  minjun seoyeon jiho jisoo hyun sung young minh anh thi nguyen linh duc huong tuan
  raj rahul amit sanjay vijay anil sunil ravi suresh ramesh rajesh arjun rohan vikram ashok deepak manoj priya anita sunita pooja neha
  kavita lakshmi anjali divya sita gita meera shreya asha usha rekha aarav arun kiran krishna
  kofi kwame ama chinedu ngozi oluwaseun adebayo amara thabo sipho nomsa abena yaw tendai farai wanjiru kamau achieng
  aleksandr natasha sasha misha dimitri georgios konstantinos maria eleni sofia nikolaos ioannis
  иван дмитрий сергей алексеи андреи михаил николаи владимир александр ольга татьяна наталья елена ирина светлана анна мария екатерина`;

const family = `
  smith johnson williams jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore
  jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen wright scott torres nguyen
  flores adams nelson baker campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins
  reyes stewart morris morales murphy cook rogers gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim cox ward
  richardson watson brooks chavez wood james bennett gray mendoza ruiz hughes price alvarez castillo sanders patel myers long ross
  foster jimenez powell jenkins perry russell sullivan bell coleman butler henderson barnes gonzales fisher vasquez simmons romero
  patterson hamilton graham reynolds griffin wallace moreno west cole hayes bryant herrera gibson ellis tran medina aguilar stevens
  murray ford castro marshall owens harrison fernandez mcdonald woods washington kennedy wells vargas henry freeman webb tucker burns
  crawford olson simpson porter hunter gordon mendez silva shaw snyder mason dixon munoz hunt hicks holmes palmer wagner black
  robertson boyd stone salazar fox warren mills meyer rice schmidt garza daniels ferguson nichols stephens soto weaver
  obrien oconnor byrne ryan doyle walsh davies green hall hill king carr knight lloyd
  muller schneider fischer weber becker schulz hoffmann schafer koch bauer richter klein wolf schroder neumann schwarz
  zimmermann braun kruger hofmann hartmann lange schmitt werner schmitz krause meier lehmann schmid schulze maier kohler herrmann konig
  walter mayer huber kaiser fuchs peters lang scholz moller weiss jung hahn schubert vogel friedrich keller gunther frank berger
  winkler roth beck lorenz baumann franke albrecht schuster simon ludwig bohm winter kraus schumacher kramer vogt stein jager otto
  sommer gross seidel heinrich brandt haas schreiber graf dietrich ziegler kuhn pohl engel horn busch bergmann thomas voigt sauer
  arnold wolff pfeiffer unikat gruber steiner moser hofer leitner egger brunner
  bernard dubois robert richard petit durand leroy moreau simon laurent lefebvre michel garcia bertrand roux vincent
  fournier morel girard andre mercier dupont lambert bonnet francois legrand garnier faure rousseau blanc guerin boyer
  roussel nicolas perrin morin mathieu clement gauthier dumont fontaine chevalier robin masson sanchez gerard denis lemaire
  duval joly gautier roger renaud gaillard leclerc dupuis benoit
  gonzalez rodriguez fernandez lopez martinez sanchez perez martin gomez jimenez ruiz hernandez diaz moreno alvarez munoz romero
  alonso gutierrez navarro dominguez vazquez serrano gil blanco molina ortega delgado castro ortiz rubio marin nunez iglesias
  santos oliveira souza sousa lima pereira ferreira costa rodrigues almeida nascimento alves carvalho araujo ribeiro barbosa cardoso
  rocha dias teixeira cavalcanti monteiro moura freitas mendes lopes marques goncalves fernandes gomes martins
  rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti deluca mancini costa giordano rizzo
  lombardi moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile martinelli vitale
  jong jansen vries berg bakker dijk visser smit meijer boer mulder groot bos vos peters hendriks dekker brouwer dijkstra
  andersson johansson karlsson nilsson eriksson larsson olsson persson svensson gustafsson hansen johansen olsen larsen nielsen
  jensen pedersen christensen rasmussen sorensen madsen berg lund
  nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski novak svoboda horvat kovac nagy szabo toth
  ivanov petrov smirnov kuznetsov popov sokolov volkov ivanova petrova popescu ionescu papadopoulos
  yilmaz kaya demir celik sahin ozturk aydin yildiz arslan dogan kilic
  ali ahmed khan hussain mohamed hassan ibrahim abdullah rahman malik haddad mansour saleh
  wang li zhang liu yang huang zhao wu zhou xu sun ma zhu hu guo lin luo gao zheng liang xie tang deng feng
  sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada park choi jung kang cho yoon lim
  tran pham hoang phan vu dang bui sharma singh kumar gupta patel shah reddy rao verma mehta joshi iyer nair das
  mensah okafor okeke adeyemi mwangi otieno ndlovu dlamini diallo traore
  иванов петров сидоров смирнов кузнецов попов иванова петрова смирнова`;

/** Names in other scripts, as they are written. */
const givenOfScripts = `
  محمد أحمد علي حسن حسين عمر خالد يوسف إبراهيم عبدالله عبد سعيد مصطفى محمود كريم طارق سمير ياسر فاطمة مريم عائشة زينب خديجة ليلى نور سارة هدى أمينة سلمى رانيا منى هند
  דוד משה יוסף אברהם יעקב שרה רחל לאה מרים יצחק דניאל מיכאל שלמה חיים אורי נועם איתן נועה תמר מיכל רות אסתר יעל שירה מאיה
  γιωργος γεωργιος μαρια νικος νικολαος ελενη δημητρης δημητριος κωνσταντινος κωστας ιωαννης γιαννης κατερινα αικατερινη σοφια βασιλης αννα χρηστος παναγιωτης ευαγγελια
  राहुल प्रिया अमित सुनीता राजेश अनिल संजय रवि सीता गीता नेहा पूजा अनीता विजय सुरेश रमेश मोहन दीपक मीना कविता अर्जुन रोहन
  สมชาย สมหญิง ประเสริฐ สมศักดิ์ สุดา มาลี วิชัย นภา อนุชา ณัฐ
  たろう はなこ いちろう けん ゆき さくら ひろし たかし けんじ けいこ ようこ タロウ ハナコ イチロウ ケン ユキ サクラ ヒロシ タカシ ケンジ ケイコ ヨウコ
  олена тарас марія іван андріи оксана наталія володимир юлія ірина петро микола василь галина катерина дмитро`;
const familyOfScripts = `
  العلي الحسن حداد خوري منصور صالح نجار الأحمد العمري الشمري القحطاني الزهراني الغامدي المصري
  כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן אזולאי חדד גבאי שפירא
  παπαδοπουλος παπαδοπουλου νικολαου γεωργιου δημητριου ιωαννου παπαγεωργιου οικονομου βασιλειου
  शर्मा सिंह कुमार देवी गुप्ता वर्मा यादव पटेल मिश्रा पाण्डेय जोशी राव रेड्डी खान
  ใจดี รักไทย แสงทอง ศรีสุข
  さとう すずき たかはし たなか いとう わたなべ やまもと なかむら こばやし かとう サトウ スズキ タカハシ タナカ イトウ ワタナベ ヤマモト ナカムラ コバヤシ カトウ
  шевченко коваленко боико ткаченко бондаренко кравченко олииник шевчук коваль поліщук мельник`;

export const givenNames = setOfWords(given, givenOfScripts);
export const familyNames = setOfWords(family, familyOfScripts);
