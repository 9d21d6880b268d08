import type { ListedFunder } from '../../../contract/rules/articles/funders.ts'

/**
 * Funders that are suggested before ROR's own list has been loaded: those whose ids this program's authors have found
 * documented in public. ROR's data are in the public domain (CC0).
 */
const KNOWN = `
0472cxd90|Belgium|European Research Council|ERC
00k4n6c32|Belgium|European Commission|EC|Horizon Europe|Horizon 2020
018mejw64|Germany|Deutsche Forschungsgemeinschaft|DFG|German Research Foundation
04pz7b180|Germany|Federal Ministry of Research, Technology and Space|BMFTR|BMBF|Bundesministerium für Bildung und Forschung|Federal Ministry of Education and Research
012kf4317|Germany|Alexander von Humboldt Foundation|Alexander von Humboldt-Stiftung
039djdh30|Germany|German Academic Exchange Service|DAAD|Deutscher Akademischer Austauschdienst
00yjd3n13|Switzerland|Swiss National Science Foundation|SNSF|SNF|FNS|Schweizerischer Nationalfonds|Fonds National Suisse
013tf3c58|Austria|Austrian Science Fund|FWF|Fonds zur Förderung der wissenschaftlichen Forschung
00rbzpz17|France|Agence Nationale de la Recherche|ANR|French National Research Agency
001aqnf71|United Kingdom|UK Research and Innovation|UKRI
00cwqg982|United Kingdom|Biotechnology and Biological Sciences Research Council|BBSRC
02b5d8509|United Kingdom|Natural Environment Research Council|NERC
00tnppw48|United Kingdom|Department for Environment Food and Rural Affairs|Defra
03wnrjx87|United Kingdom|Royal Society|The Royal Society
012mzw131|United Kingdom|Leverhulme Trust|The Leverhulme Trust
029chgv08|United Kingdom|Wellcome Trust|Wellcome
010t7sr36|Ireland|Taighde Éireann – Research Ireland|Research Ireland
04jsz6e67|The Netherlands|Dutch Research Council|NWO|Nederlandse Organisatie voor Wetenschappelijk Onderzoek
03qtxy027|Belgium|Research Foundation - Flanders|FWO|Fonds Wetenschappelijk Onderzoek
00snfqn58|Portugal|Fundação para a Ciência e Tecnologia|FCT|Foundation for Science and Technology
003x0zc53|Spain|Agencia Estatal de Investigación|AEI|State Research Agency
05r0vyz12|Spain|Ministerio de Ciencia, Innovación y Universidades|MICIU|MICINN
05v75r592|Greece|Hellenic Foundation for Research and Innovation|HFRI|ELIDEK
01pv73b02|Czechia|Czech Science Foundation|GAČR|Grantová agentura České republiky
04v0fk911|Czechia|Technology Agency of the Czech Republic|TAČR|Technologická agentura České republiky
053avzc18|Czechia|Czech Academy of Sciences|Akademie věd České republiky
03ha2q922|Poland|National Science Centre|NCN|Narodowe Centrum Nauki
03g2am276|Hungary|National Research, Development and Innovation Office|NKFIH
00epmv149|Norway|Research Council of Norway|RCN|Norges forskningsråd
03zttf063|Sweden|Swedish Research Council|VR|Vetenskapsrådet
03pjs1y45|Sweden|Formas|Swedish Research Council for Sustainable Development
05k73zm37|Finland|Research Council of Finland|Academy of Finland|Suomen Akatemia
05jwty529|Finland|Kone Foundation|Koneen Säätiö
05svhj534|Denmark|Independent Research Fund Denmark|DFF|Danmarks Frie Forskningsfond
04txyc737|Denmark|Novo Nordisk Foundation|Novo Nordisk Fonden
05nqkay65|Denmark|Villum Foundation|Villum Fonden
01kpjmx04|Denmark|Carlsberg Foundation|Carlsbergfondet
04w9kkr77|Türkiye|Türkiye Bilimsel ve Teknolojik Araştırma Kurumu|TÜBİTAK|Scientific and Technological Research Council of Türkiye
021nxhr62|United States|U.S. National Science Foundation|NSF|National Science Foundation
01na82s61|United States|United States Department of Agriculture|USDA|US Department of Agriculture
05qx3fv49|United States|National Institute of Food and Agriculture|NIFA
01bj3aw27|United States|United States Department of Energy|DOE|US Department of Energy
01cwqze88|United States|National Institutes of Health|NIH
006wxqw41|United States|Gordon and Betty Moore Foundation
0456r8d26|United States|Gates Foundation|Bill & Melinda Gates Foundation
01h531d29|Canada|Natural Sciences and Engineering Research Council of Canada|NSERC
059ex5q34|Mexico|Consejo Nacional de Ciencia y Tecnología|CONACYT|CONAHCYT|SECIHTI
00x0ma614|Brazil|Coordenação de Aperfeiçoamento de Pessoal de Nível Superior|CAPES
02ap3w078|Chile|Agencia Nacional de Investigación y Desarrollo|ANID
05mmh0f86|Australia|Australian Research Council|ARC
01h0zpd94|China|National Natural Science Foundation of China|NSFC|国家自然科学基金
034t30j35|China|Chinese Academy of Sciences|CAS|中国科学院
00hhkn466|Japan|Japan Society for the Promotion of Science|JSPS|KAKENHI|日本学術振興会
00097mb19|Japan|Japan Science and Technology Agency|JST|科学技術振興機構
`

export const KNOWN_FUNDERS: readonly ListedFunder[] = KNOWN.trim()
  .split('\n')
  .map((row) => {
    const [id, country, name, ...otherNames] = row.split('|') as [string, string, string, ...string[]]
    return { ror: `https://ror.org/${id}`, country, name, otherNames }
  })
