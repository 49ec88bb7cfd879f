import { wordsOf } from './hs-words.ts';

/**
 * What shops call their goods, with the subheadings to offer first. The Harmonized System uses other words for them.
 * A list is an offer to choose from, never a ruling: the right code depends on material and use.
 */
const TABLE = `
mug, coffee mug, cup, teacup, plate, bowl, dish, saucer, teapot: 691110 691200
tumbler, thermos, water bottle, travel mug, flask, steel bottle, insulated bottle: 961700 732393 392410
wine glass, drinking glass, shot glass: 701337 701328
candle holder, candlestick, lantern: 940550 691310 830629
t shirt, tshirt, tee: 610910 610990
hoodie, sweatshirt, sweater, pullover, cardigan, jumper: 611020 611030 611011
shirt, polo shirt, polo: 610510 620520 610610 620630
blouse: 620630 620640 610610
jeans, pants, trousers, shorts, chinos: 620342 620462 610342 610462
leggings, yoga pants: 610462 610463
dress, gown: 610442 610443 620442 620443
skirt: 610452 610453 620452 620453
sock, stocking, tights: 611595 611596 611521
underwear, boxers, briefs, panties: 610711 610821 610822
bra, bralette: 621210
bikini, swimsuit, swim trunks: 611241 611231
jacket, coat, parka, windbreaker: 620140 620240 610130 610230
hat, cap, beanie, baseball cap: 650500 650400
scarf, shawl, bandana: 611710 621430 621410
glove, mitten: 611610 611693 420329
necktie, tie, bow tie: 621510 621520
belt: 420330 621710
pajamas, nightgown, robe: 610721 610831 610891
baby clothes, onesie, romper: 611120 620920
costume, halloween costume: 950590 611430
shoe, sneaker, trainer: 640419 640411 640399 640299
boot: 640391 640319 640219
sandal, flip flop, slipper: 640299 640520 640220
handbag, purse, clutch: 420221 420222
wallet, card holder, coin purse: 420231 420232
backpack, tote bag, bag, pouch, duffel bag, rucksack: 420292 420291 420222
suitcase, luggage: 420212 420211
phone case, phone cover, tablet case, laptop sleeve: 392690 420232 420292 420231
phone, smartphone, cell phone, iphone: 851713 851714
charger, power adapter, adapter: 850440
cable, usb cable, charging cable: 854442
power bank, rechargeable battery, lithium battery: 850760
headphones, earphones, earbuds, headset: 851830
speaker, bluetooth speaker: 851822 851821
laptop, notebook computer, tablet, ipad: 847130
computer mouse, mouse, keyboard: 847160
camera, webcam, dash cam: 852589
drone: 880621 880622 852589
smartwatch, fitness tracker, router: 851762
watch, wristwatch: 910211 910212 910221
memory card, usb stick, usb drive, ssd: 852351
video game, game console, game controller: 950450
vinyl, vinyl record: 852380
cd, dvd, blu ray: 852349
necklace, bracelet, earring, ring, pendant, jewelry, anklet, charm: 711719 711790 711311 711319
bead: 701810 392690
gemstone, crystal: 710310 710399
pin, enamel pin, brooch, lapel pin: 711719 831000
sunglasses: 900410
eyeglasses, reading glasses, glasses: 900490 900311 701337
book, novel, comic, comic book, paperback: 490199
children book, picture book, coloring book: 490300 490199
magazine, newspaper: 490290
notebook, journal, planner, diary, notepad: 482010
calendar: 491000
poster, art print, print, photo print, photograph: 491191
sticker, decal, label: 491199 391990 482110
greeting card, postcard, birthday card: 490900
painting, original art, drawing: 970121 970191
sheet music: 490400
map: 490590
pen, ballpoint pen: 960810
marker, highlighter: 960820
pencil, crayon: 960910 960990
paint, watercolor: 321310 321390
toy, doll, plush, stuffed animal, teddy bear, puzzle, jigsaw, action figure, building blocks, lego: 950300
board game, dice, trading card, card game: 950490 950440
playing card: 950440
christmas ornament, christmas decoration: 950510
soap, bar soap: 340111 340130
bath bomb: 330730
shampoo, conditioner: 330510 330590
lotion, moisturizer, skin cream, face cream, hand cream, body cream, serum, sunscreen, skincare, skin care: 330499
lip balm, lipstick, lip gloss: 330410
makeup, mascara, eyeshadow: 330420 330499
nail polish: 330430
perfume, cologne: 330300
essential oil: 330129
deodorant: 330720
incense, room spray, air freshener: 330741 330749
toothbrush: 960321
toothpaste: 330610
makeup brush, hair brush, hairbrush: 960330 960329
razor: 821210
coffee, coffee beans, ground coffee: 090121 090122
tea, green tea, tea bags: 090210 090230 121190
chocolate: 180632 180690 180631
candy, sweets, gummies: 170490
cookie, biscuit: 190531
honey: 040900
jam: 200799
hot sauce, sauce: 210390
spice, seasoning: 091099 210390
vitamins, supplement, protein powder: 210690
pet food, dog treats: 230910
blanket, throw: 630140 630130
pillow, cushion: 940490
quilt, comforter, duvet: 940440
pillowcase, bed sheet, bedding: 630221 630231 630222
towel: 630260 630291
curtain: 630391 630392
rug, carpet, doormat: 570299 570339 570500
tablecloth, napkin: 630251 630253
apron: 621142 621143 620892
face mask: 630790
vase: 691310 691390 701399
figurine, statue, sculpture, ornament: 691310 691390 392640
planter, flower pot: 691410 691490 392490
picture frame, photo frame: 441490 830630
mirror: 700992
clock, wall clock: 910521
lamp, table lamp, desk lamp: 940521 940529
ceiling light, chandelier: 940511
light bulb, bulb: 853952
fairy lights, string lights: 940531
knife, kitchen knife: 821191 821192
pocket knife: 821193
fork, spoon, cutlery, flatware: 821599 821520
pan, pot, cookware, skillet: 732393 732391 761510
cutting board, wooden spoon: 441990 441912
lunch box, food container: 392410 732393
basket: 460219 460211
furniture, table, shelf, bookshelf: 940360 940320
chair, stool: 940169 940179
mattress: 940421
keychain, key ring, keyring: 732690 392690 420500
magnet, fridge magnet: 850519 850511
patch, embroidered patch: 581092
fabric: 520859 540752
yarn: 551110 510910 520710
sewing machine: 845210
yoga mat: 950691 391890
dumbbell, fitness equipment, resistance band: 950691
ball, soccer ball, basketball, football: 950662
golf ball, golf club: 950632 950631
fishing lure, fishing rod: 950790 950710
skateboard, surfboard: 950699 950629
bicycle part, bike part, bike: 871499 871200
tent: 630622
sleeping bag: 940430
guitar, ukulele: 920290
guitar strings, guitar picks: 920930 920992
dog collar, leash, pet collar, dog toy, pet clothes: 420100
car part, auto part, car accessory: 870829 870899
umbrella: 660191 660199
wig, hair extension: 670411 670420
hair clip, comb, hair accessory, headband, scrunchie: 961511 961519 611780
artificial flower, dried flower: 670210 060490
seeds: 120991 120930
plant, houseplant: 060290
coin: 711890 970531
stamp, postage stamp: 970400
screwdriver, wrench, hammer, hand tool: 820540 820411 820520
drill, power tool: 846721
zipper: 960711
button: 960629 960621
helmet: 650610
vape, e cigarette: 854340 240412
document, certificate: 490700 491199
gift box, cardboard box, packaging: 481910 481920
phone holder, phone stand, tripod: 392690 962000
screen protector: 700719 392690 391990
medal, trophy: 711890 830629
3d printer: 848520
`;

interface EverydayEntry {
  words: string[];
  codes: readonly string[];
}

const ENTRIES: EverydayEntry[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [names = '', codes = ''] = line.split(': ');
    return names.split(', ').map((name) => ({ words: wordsOf(name), codes: codes.split(' ') }));
  });

/** The codes in the table, for a test. */
export const EVERYDAY_CODES: readonly string[] = ENTRIES.flatMap(({ codes }) => codes);

/** Shorter prefixes match too many words. */
const MIN_PREFIX = 3;
/** More than all word matches of one text can add up to. */
const WHOLE_SCORE = 40;
/** The client may not have typed the whole word yet. */
const PREFIX_SCORE = 4;
const SCORE_PER_WORD = 20;
/** The first codes of an entry are the most frequent ones. Small, so that a material can change the order. */
const SCORE_PER_PLACE = 3;

/** Subheadings for everyday words, with a score. The name with the most matching words counts most. */
export function everydayScores(wanted: readonly string[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { words, codes } of ENTRIES) {
    const base = scoreOf(words, wanted);
    if (base === 0) continue;
    for (const [place, code] of codes.entries())
      scores.set(code, Math.max(base - place * SCORE_PER_PLACE, scores.get(code) ?? 0));
  }
  return scores;
}

function scoreOf(words: readonly string[], wanted: readonly string[]): number {
  if (words.every((word) => wanted.includes(word))) return WHOLE_SCORE + SCORE_PER_WORD * words.length;
  const begins = (word: string) =>
    wanted.some((given) => given.length >= MIN_PREFIX && word.startsWith(given));
  return words.every(begins) ? PREFIX_SCORE * words.length : 0;
}
