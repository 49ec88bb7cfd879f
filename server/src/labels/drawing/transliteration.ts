/**
 * Transliteration to Latin letters: Cyrillic and Greek by ISO 9 and ISO 843, simplified to letters without marks;
 * Hebrew and Arabic by consonant; kana by Hepburn; Hangul by the Revised Romanization of 2000 without its sound
 * changes. Written for Lading, 2026-11.
 */

const pairs = (text: string) => text.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)] as const);

/** A letter and its transliteration; a letter alone is silent. Upper case is derived from lower case. */
export const LETTERS = new Map<string, string>([
  ...pairs(
    'аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya ' +
      'іi їi єye ґg ўu јj љlj њnj ћc ђdj џdz ѓgj ќkj ѕdz қq ғg ңn өo ұu үu һh әa',
  ),
  ...pairs('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo'),
  ...pairs('אa בb גg דd הh וv זz חch טt יy כk ךk לl מm םm נn ןn סs עa פp ףp צts ץts קk רr שsh תt'),
  ...pairs(
    'اa أa إi آa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz عa غgh فf قq كk لl مm نn هh وw يy ىa ةa ءa ئy ؤw پp چch ژzh گg کk یy',
  ),
  ...pairs('łl đd ħh ıi ŋn ŧt ĸk ſs ƒf əe ɓb ɗd ƙk ǝe ơo ưu ẞss'),
  ...pairs('،, ؛; ؟? 、, 。. ・· 「" 」" 『" 』" 〒 №No ’\' ‐- ‑- ‒- ―- −- ⁄/ ′\' ″" ☎Tel'),
]);

export const KANA = new Map<string, string>(
  (
    'あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo ' +
    'たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo ' +
    'ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa ゐi ゑe をo んn ゔvu ' +
    'ぁa ぃi ぅu ぇe ぉo ゃya ゅyu ょyo ゎwa'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
);

export const HANGUL_LEADS = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.replace('-', '').split(' ');
export const HANGUL_VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
export const HANGUL_TAILS = ' k k k n n n t l l l l l l l l m p p t t ng t t k t p t'.split(' ');
