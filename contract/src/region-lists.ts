import type { Region } from './regions.ts';

/**
 * Regions that addresses name, as printed on mail: `code=name`, or only the name if it is printed. From
 * commerceguys/addressing (MIT), 2026-04-15. Load this file only when it is needed: most parcels go to countries
 * that are not in it.
 */
const LISTS: Readonly<Record<string, string>> = {
  AE: `Abu Dhabi; Ajman; Dubai; Fujairah; Ras Al Khaimah; Sharjah; Umm Al Quwain`,
  AR: `Buenos Aires; Catamarca; Chaco; Chubut; Ciudad Autónoma de Buenos Aires; Córdoba; Corrientes;
Entre Ríos; Formosa; Jujuy; La Pampa; La Rioja; Mendoza; Misiones; Neuquén; Río Negro; Salta; San Juan;
San Luis; Santa Cruz; Santa Fe; Santiago del Estero; Tierra del Fuego; Tucumán`,
  AU: `ACT=Australian Capital Territory; NSW=New South Wales; NT=Northern Territory; QLD=Queensland;
SA=South Australia; TAS=Tasmania; VIC=Victoria; WA=Western Australia`,
  BR: `AC=Acre; AL=Alagoas; AP=Amapá; AM=Amazonas; BA=Bahia; CE=Ceará; DF=Distrito Federal; ES=Espírito Santo;
GO=Goiás; MA=Maranhão; MT=Mato Grosso; MS=Mato Grosso do Sul; MG=Minas Gerais; PA=Pará; PB=Paraíba;
PR=Paraná; PE=Pernambuco; PI=Piauí; RJ=Rio de Janeiro; RN=Rio Grande do Norte; RS=Rio Grande do Sul;
RO=Rondônia; RR=Roraima; SC=Santa Catarina; SP=São Paulo; SE=Sergipe; TO=Tocantins`,
  CL: `Antofagasta; Araucanía; Arica y Parinacota; Atacama; Aysén del General Carlos Ibáñez del Campo; Biobío;
Coquimbo; Libertador General Bernardo O'Higgins; Los Lagos; Los Ríos;
Magallanes y de la Antártica Chilena; Maule; Metropolitana de Santiago; Ñuble; Tarapacá; Valparaíso`,
  CN: `Anhui; Beijing; Chongqing; Fujian; Gansu; Guangdong; Guangxi; Guizhou; Hainan; Hebei;
Heilongjiang; Henan; Hubei; Hunan; Jiangsu; Jiangxi; Jilin; Liaoning; Neimenggu;
Ningxia; Qinghai; Shaanxi; Shandong; Shanghai; Shanxi; Sichuan; Tianjin;
Xinjiang; Xizang; Yunnan; Zhejiang`,
  CO: `Amazonas; Antioquia; Arauca; Atlántico; Bolívar; Boyacá; Caldas; Caquetá; Casanare; Cauca; Cesar;
Chocó; Córdoba; Cundinamarca; Distrito Capital de Bogotá; Guanía; Guaviare; Huila; La Guajira;
Magdalena; Meta; Nariño; Norte de Santander; Putumayo; Quindío; Risaralda;
San Andrés, Providencia y Santa Catalina; Santander; Sucre; Tolima; Valle del Cauca; Vaupés; Vichada`,
  ES: `A Coruña; Álava; Albacete; Alicante; Almería; Asturias; Ávila; Badajoz; Balears; Barcelona; Burgos;
Cáceres; Cádiz; Cantabria; Castellón; Ceuta; Ciudad Real; Córdoba; Cuenca; Girona; Granada;
Guadalajara; Guipúzcoa; Huelva; Huesca; Jaén; La Rioja; Las Palmas; León; Lleida; Lugo; Madrid; Málaga;
Melilla; Murcia; Navarra; Ourense; Palencia; Pontevedra; Salamanca; Santa Cruz de Tenerife; Segovia;
Sevilla; Soria; Tarragona; Teruel; Toledo; Valencia; Valladolid; Vizcaya; Zamora; Zaragoza`,
  HK: `Hong Kong Island; Kowloon; New Territories`,
  ID: `Aceh; Bali; Bangka Belitung Islands; Banten; Bengkulu; Central Java; Central Kalimantan; Central Papua;
Central Sulawesi; East Java; East Kalimantan; East Nusa Tenggara; Gorontalo; Highland Papua; Jakarta;
Jambi; Lampung; Maluku; North Kalimantan; North Maluku; North Sulawesi; North Sumatra; Papua; Riau;
Riau Islands; South East Sulawesi; South Kalimantan; South Papua; South Sulawesi; South Sumatra;
Southwest Papua; Special Region of Yogyakarta; West Java; West Kalimantan; West Nusa Tenggara;
West Papua; West Sulawesi; West Sumatra`,
  IE: `Co. Carlow; Co. Cavan; Co. Clare; Co. Cork; Co. Donegal; Co. Dublin; Co. Galway; Co. Kerry;
Co. Kildare; Co. Kilkenny; Co. Laois; Co. Leitrim; Co. Limerick; Co. Longford; Co. Louth; Co. Mayo;
Co. Meath; Co. Monaghan; Co. Offaly; Co. Roscommon; Co. Sligo; Co. Tipperary; Co. Waterford;
Co. Westmeath; Co. Wexford; Co. Wicklow`,
  IN: `Andaman and Nicobar Islands; Andhra Pradesh; Arunachal Pradesh; Assam; Bihar; Chandigarh; Chhattisgarh;
Dadra and Nagar Haveli and Daman and Diu; Delhi; Goa; Gujarat; Haryana; Himachal Pradesh;
Jammu and Kashmir; Jharkhand; Karnataka; Kerala; Ladakh; Lakshadweep; Madhya Pradesh; Maharashtra;
Manipur; Meghalaya; Mizoram; Nagaland; Odisha; Puducherry; Punjab; Rajasthan; Sikkim; Tamil Nadu;
Telangana; Tripura; Uttar Pradesh; Uttarakhand; West Bengal`,
  IT: `AG=Agrigento; AL=Alessandria; AN=Ancona; AO=Aosta; AR=Arezzo; AP=Ascoli Piceno; AT=Asti; AV=Avellino;
BA=Bari; BT=Barletta-Andria-Trani; BL=Belluno; BN=Benevento; BG=Bergamo; BI=Biella; BO=Bologna;
BZ=Bolzano; BS=Brescia; BR=Brindisi; CA=Cagliari; CL=Caltanissetta; CB=Campobasso; CE=Caserta;
CT=Catania; CZ=Catanzaro; CH=Chieti; CO=Como; CS=Cosenza; CR=Cremona; KR=Crotone; CN=Cuneo; EN=Enna;
FM=Fermo; FE=Ferrara; FI=Firenze; FG=Foggia; FC=Forlì-Cesena; FR=Frosinone;
OT=Gallura Nord-Est Sardegna; GE=Genova; GO=Gorizia; GR=Grosseto; IM=Imperia; IS=Isernia; AQ=L'Aquila;
SP=La Spezia; LT=Latina; LE=Lecce; LC=Lecco; LI=Livorno; LO=Lodi; LU=Lucca; MC=Macerata; MN=Mantova;
MS=Massa-Carrara; MT=Matera; VS=Medio Campidano; ME=Messina; MI=Milano; MO=Modena; MB=Monza e Brianza;
NA=Napoli; NO=Novara; NU=Nuoro; OG=Ogliastra; OR=Oristano; PD=Padova; PA=Palermo; PR=Parma; PV=Pavia;
PG=Perugia; PU=Pesaro e Urbino; PE=Pescara; PC=Piacenza; PI=Pisa; PT=Pistoia; PN=Pordenone; PZ=Potenza;
PO=Prato; RG=Ragusa; RA=Ravenna; RC=Reggio Calabria; RE=Reggio Emilia; RI=Rieti; RN=Rimini; RM=Roma;
RO=Rovigo; SA=Salerno; SS=Sassari; SV=Savona; SI=Siena; SR=Siracusa; SO=Sondrio; SU=Sulcis Iglesiente;
TA=Taranto; TE=Teramo; TR=Terni; TO=Torino; TP=Trapani; TN=Trento; TV=Treviso; TS=Trieste; UD=Udine;
VA=Varese; VE=Venezia; VB=Verbano-Cusio-Ossola; VC=Vercelli; VR=Verona; VV=Vibo Valentia; VI=Vicenza;
VT=Viterbo`,
  JP: `Aichi; Akita; Aomori; Chiba; Ehime; Fukui; Fukuoka; Fukushima; Gifu; Gunma; Hiroshima; Hokkaido; Hyogo;
Ibaraki; Ishikawa; Iwate; Kagawa; Kagoshima; Kanagawa; Kochi; Kumamoto; Kyoto; Mie; Miyagi; Miyazaki;
Nagano; Nagasaki; Nara; Niigata; Oita; Okayama; Okinawa; Osaka; Saga; Saitama; Shiga; Shimane;
Shizuoka; Tochigi; Tokushima; Tokyo; Tottori; Toyama; Wakayama; Yamagata; Yamaguchi; Yamanashi`,
  KR: `Busan; Chungcheongbuk-do; Chungcheongnam-do; Daegu; Daejeon; Gangwon-do; Gwangju; Gyeonggi-do;
Gyeongsangbuk-do; Gyeongsangnam-do; Incheon; Jeju-do; Jeollabuk-do; Jeollanam-do; Sejong; Seoul; Ulsan`,
  MX: `Ags.=Aguascalientes; B.C.=Baja California; B.C.S.=Baja California Sur; Camp.=Campeche; Chis.=Chiapas;
Chih.=Chihuahua; CDMX=Ciudad de México; Coah.=Coahuila de Zaragoza; Col.=Colima; Dgo.=Durango;
Méx.=Estado de México; Gto.=Guanajuato; Gro.=Guerrero; Hgo.=Hidalgo; Jal.=Jalisco; Mich.=Michoacán;
Mor.=Morelos; Nay.=Nayarit; N.L.=Nuevo León; Oax.=Oaxaca; Pue.=Puebla; Qro.=Querétaro;
Q.R.=Quintana Roo; S.L.P.=San Luis Potosí; Sin.=Sinaloa; Son.=Sonora; Tab.=Tabasco; Tamps.=Tamaulipas;
Tlax.=Tlaxcala; Ver.=Veracruz; Yuc.=Yucatán; Zac.=Zacatecas`,
  MY: `Johor; Kedah; Kelantan; Kuala Lumpur; Labuan; Melaka; Negeri Sembilan; Pahang; Perak; Perlis;
Pulau Pinang; Putrajaya; Sabah; Sarawak; Selangor; Terengganu`,
  PE: `Amazonas; Áncash; Apurímac; Arequipa; Ayacucho; Cajamarca; Callao; Cuzco; Gobierno Regional de Lima;
Huancavelica; Huánuco; Ica; Junín; La Libertad; Lambayeque; Loreto; Madre de Dios; Moquegua;
Municipalidad Metropolitana de Lima; Pasco; Piura; Puno; San Martín; Tacna; Tumbes; Ucayali`,
  TH: `Amnat Charoen; Ang Thong; Bangkok; Bueng Kan; Buri Ram; Chachoengsao; Chai Nat; Chaiyaphum;
Chanthaburi; Chiang Mai; Chiang Rai; Chon Buri; Chumpon; Kalasin; Kamphaeng Phet; Kanchanaburi;
Khon Kaen; Krabi; Lampang; Lamphun; Loei; Lop Buri; Mae Hong Son; Maha Sarakham; Mukdahan;
Nakhon Nayok; Nakhon Pathom; Nakhon Phanom; Nakhon Ratchasima; Nakhon Sawan; Nakhon Si Thammarat; Nan;
Narathiwat; Nong Bua Lam Phu; Nong Khai; Nonthaburi; Pathum Thani; Pattani; Phang Nga; Phattalung;
Phayao; Phetchabun; Phetchaburi; Phichit; Phitsanulok; Phra Nakhon Si Ayutthaya; Phrae; Phuket;
Prachin Buri; Prachuap Khiri Khan; Ranong; Ratchaburi; Rayong; Roi Et; Sa Kaeo; Sakon Nakhon;
Samut Prakan; Samut Sakhon; Samut Songkhram; Saraburi; Satun; Si Sa Ket; Sing Buri; Songkhla;
Sukhothai; Suphanburi; Surat Thani; Surin; Tak; Trang; Trat; Ubon Ratchathani; Udon Thani; Uthai Thani;
Uttaradit; Yala; Yasothon`,
  TR: `Adana; Adıyaman; Afyon; Ağrı; Aksaray; Amasya; Ankara; Antalya; Ardahan; Artvin; Aydın; Balıkesir;
Bartın; Batman; Bayburt; Bilecik; Bingöl; Bitlis; Bolu; Burdur; Bursa; Çanakkale; Çankırı; Çorum;
Denizli; Diyarbakır; Düzce; Edirne; Elazığ; Erzincan; Erzurum; Eskişehir; Gaziantep; Giresun;
Gümüşhane; Hakkari; Hatay; Iğdır; Isparta; İstanbul; İzmir; Kahramanmaraş; Karabük; Karaman; Kars;
Kastamonu; Kayseri; Kilis; Kocaeli; Konya; Kırıkkale; Kırklareli; Kırşehir; Kütahya; Malatya; Manisa;
Mardin; Mersin; Muğla; Muş; Nevşehir; Niğde; Ordu; Osmaniye; Rize; Sakarya; Samsun; Şanlıurfa; Siirt;
Sinop; Sivas; Şırnak; Tekirdağ; Tokat; Trabzon; Tunceli; Uşak; Van; Yalova; Yozgat; Zonguldak`,
  TW: `Changhua County; Chiayi City; Chiayi County; Hsinchu City; Hsinchu County; Hualien County;
Kaohsiung City; Keelung City; Kinmen County; Lienchiang County; Miaoli County; Nantou County;
New Taipei City; Penghu County; Pingtung County; Taichung City; Tainan City; Taipei City;
Taitung County; Taoyuan City; Yilan County; Yunlin County`,
};

/** The regions to choose from, by name; null for other countries. */
export function regionsIn(country: string): Region[] | null {
  const list = LISTS[country];
  if (list === undefined) return null;
  return list.split(/;\s+/).map((row) => {
    const [code = '', name = code] = row.split('=');
    return { code, name };
  });
}
