import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { counted, formatCount } from '@lading/contract/format-count.ts';
import { BULK } from '@lading/contract/messages.ts';

const megabytes = (bytes: number) => `${(Math.round(bytes / 100_000) / 10).toLocaleString('en-US')} MB`;

const is = (count: number) => (count === 1 ? 'is' : 'are');
const SAVE_AS_CSV = 'Open it, save it as CSV, and choose the CSV file.';

/** UI text of bulk upload. The specification's own text is in `contract/src/messages.ts`. */
export const COPY = {
  upload: {
    loading: 'Loading upload',
    loadFailed: 'We couldn’t load this upload.',
    discarded: (fileName: string) => `${fileName} was discarded.`,
    goneTitle: (wasOpen: boolean) => (wasOpen ? 'This upload was discarded' : 'Upload not found'),
    gone: (wasOpen: boolean) =>
      wasOpen
        ? 'Any labels you bought are still in your shipping history.'
        : 'It may have been discarded, or it may belong to another account.',
    sentElsewhere: (fileName: string) => `${fileName} was uploaded. Open it under Bulk Upload.`,
    sendFailed: (reason: string) => `We couldn’t upload your rows. ${reason}`,
    sending: (done: number, total: number) => `Uploading ${formatCount(done)} of ${counted(total, 'row')}…`,
    sendingTrouble: 'The server isn’t responding. We’re trying again…',
    sendingSlow: 'This is taking longer than usual…',
    sendingSpoken: (total: number) => `Uploading ${counted(total, 'row')}`,
    listFailed: 'We couldn’t load your uploads.',
    discardTitle: 'Discard this upload?',
    discardBody: (rows: number, labels: number) =>
      `and its ${counted(rows, 'row')} will be removed from this page. ${
        labels > 0
          ? `Its ${counted(labels, 'label')} will stay in your shipping history.`
          : 'You haven’t bought any labels from it.'
      }`,
  },

  file: {
    dropHint: `Up to ${formatCount(BULK_LIMITS.rows)} rows and ${megabytes(BULK_LIMITS.fileBytes)}. Shopify, Etsy, eBay, Amazon and WooCommerce exports work too.`,
    templateHint:
      'One row per shipment. The template includes every required column and two examples. International shipments also need customs data. See the international example.',
    pasteHint: 'You can also paste rows from a spreadsheet anywhere on this page.',
    pasteFieldHint: 'Include the header row, or use the column order of the template.',
    introductions: {
      template: 'Check the details below before you continue.',
      export: 'We recognized this export by its columns. Each order becomes one shipment.',
      guess: 'We matched these columns for you. Check the matches before you continue.',
      incomplete: 'Some template columns are missing from this file.',
      recalled: 'We matched the columns the way you did last time.',
    },
    leftOut: (rows: number, lines: string) =>
      `We skipped ${counted(rows, 'row')} because ${rows === 1 ? 'it has' : 'they have'} no shipping address: ${lines}.`,
    requiredMissing: (columns: readonly string[]) =>
      `${columns.length === 1 ? 'A required column is' : 'Required columns are'} missing, so every row will need fixing: ${columns.join(', ')}.`,
    envelopes: 'The file has no package sizes, so every row will ship as an envelope (12 × 9 × 0.25 in).',
    fillInLegend: 'Fill in missing values',
    senderRule:
      'Used in rows without a sender. If a row has a partial sender, we fill in the rest only if it matches this sender.',
    profileFailed: 'We couldn’t load your profile.',
    profileLacks: (parts: readonly string[]) => `Your profile has no ${parts.join(' or ')} yet.`,
    ownContact: (contact: string) => `yours${contact && ` (${contact})`} if the recipient’s are missing`,
    duplicateColumn: (name: string) => `“${name}” appears more than once. We’ll use the first one.`,
    longLines: (lines: readonly number[]) =>
      `${
        lines.length === 1
          ? `Line ${lines[0]} has`
          : `${formatCount(lines.length)} lines, starting with line ${lines[0]}, have`
      } more cells than the header. A quotation mark may be missing.`,
    shortened: (columns: string) =>
      `Cells longer than ${formatCount(BULK_LIMITS.cellLength)} characters were shortened in: ${columns}.`,
  },

  /** Why a file was rejected. Lowercase sentences follow “Error parsing file: ”. */
  fileProblems: {
    unreadable: BULK.readFailed,
    wrongType: (detail = '') => `This isn’t a .csv file${detail && `. ${detail}`}`,
    empty: 'The file is empty',
    noRows: 'The file has a header but no rows',
    severalFiles: 'Please choose one file at a time',
    malformed: (reason: string) => BULK.parseFailed(reason),
    tooLarge: (bytes: number) =>
      BULK.parseFailed(
        `the file is ${megabytes(bytes)}, and the limit is ${megabytes(BULK_LIMITS.fileBytes)}. Please split it.`,
      ),
    tooManyRows: `the file has more rows than the limit of ${formatCount(BULK_LIMITS.rows)}. Please split it.`,
    tooManyColumns: (line: number, count: number) =>
      `line ${line} has ${formatCount(count)} columns, and the limit is ${BULK_LIMITS.columns}.`,
    tooWide: (line: number, limit: number) => `line ${line} has more than ${limit} columns`,
    cellTooLong: (line: number, header: string) =>
      `the “${header}” cell on line ${line} is longer than the limit of ${formatCount(BULK_LIMITS.cellLength)} characters.`,
    quoteNeverClosed: (line: number) => `a quotation mark on line ${line} is never closed`,
    cellNeverEnds: (line: number) => `a cell on line ${line} never ends. A quotation mark may be missing.`,
  },

  /** The actual type of a file that is not a CSV file. */
  fileKinds: {
    oldWorkbook: `It’s an old Excel workbook. ${SAVE_AS_CSV}`,
    workbook: `It’s an Excel workbook. ${SAVE_AS_CSV}`,
    openDocument: `It’s an OpenDocument spreadsheet. ${SAVE_AS_CSV}`,
    rtf: `It’s an RTF document. ${SAVE_AS_CSV}`,
    pdf: 'It’s a PDF document.',
    image: 'It’s an image.',
    media: 'It’s an image or audio file.',
    archive: 'It’s a compressed file. Extract it and choose the .csv file inside.',
    webPage: 'It’s a web page.',
    xml: 'It’s an XML file.',
    json: 'It’s a JSON file.',
    noText: 'It contains no text.',
  },

  review: {
    editRejected: (reason: string) => `We couldn’t save a change. ${reason}`,
    notSavedYet: 'Your latest changes aren’t saved yet. Please try again.',
    saving: 'Saving changes…',
    saved: 'All changes saved',
    uploading: (done: number, total: number) =>
      `Uploading ${formatCount(done)} of ${formatCount(total)} rows`,
    interrupted: (fileName: string, received: number, total: number) =>
      `The upload of ${fileName} was interrupted: ${formatCount(received)} of ${formatCount(total)} rows received.`,
    loading: (done: number, total: number) => `Loading ${formatCount(done)} of ${formatCount(total)} rows`,
    checkingAddresses: (done: number, total: number) =>
      `Checking addresses ${formatCount(done)} of ${formatCount(total)}`,
    stillChecking: (count: number) =>
      `${formatCount(count)} ${count === 1 ? 'address is' : 'addresses are'} still being checked`,
    fixOne: 'Fix at least one row to continue',
    nothingLeft: 'There are no rows left to get rates for',
    noneReady: 'No rows are ready yet',
    nothingToFix: 'Nothing left to fix here',
    gridHint: 'Select a cell to see the problems in its row.',
    filledDown: (rows: number, value: string) => `Filled ${counted(rows, 'row')} below with “${value}”`,
    setForAll: (value: string, rows: number) => `Set “${value}” for ${counted(rows, 'row')}`,
    fixApplied: (rows: number) => `Applied the fix to ${counted(rows, 'row')}`,
    rechecking: (rows: number) => `Rechecking ${counted(rows, 'row')}`,
    rowChanged: (number: number) => `Row ${number} changed`,
    rowRemoved: (number: number, removed: boolean) =>
      removed ? `Row ${number} removed` : `Row ${number} restored`,
    pasted: (rows: number, left: number) =>
      `Pasted into ${counted(rows, 'row')}${left > 0 ? `; ${counted(left, 'row')} didn’t fit` : ''}`,
    cannotPaste: 'You can’t paste here. Start at a cell with a single value, such as Recipient.',
    undone: 'Undone',
  },

  customs: {
    title: 'Customs data needed',
    intro: (rows: number) =>
      `${counted(rows, 'row')} ${rows === 1 ? 'needs' : 'need'} customs data. Fill in each product once, and we’ll apply it to every row with that product.`,
    noItems: 'Rows without items',
    rows: (count: number) => counted(count, 'row'),
    keep: 'Save to product list',
    nothing: 'Please fill in at least one field.',
    failed: (reason: string) => `We couldn’t save the customs data. ${reason}`,
    done: (products: number) => `Customs data added for ${counted(products, 'product')}`,
    more: (count: number) => `Show ${formatCount(count)} more`,
  },

  duplicates: {
    sameFile: (date: string, labels: number) =>
      `You uploaded this file on ${date} and created ${counted(labels, 'label')} from it.`,
    sameRow: (number: number) => `Same shipment as row ${number}`,
    bought: (fileName: string | null, date: string) =>
      `A label for this shipment was created from ${fileName ?? 'an earlier file'}${date && ` on ${date}`}`,
    beforePaying: (count: number) => counted(count, 'possible duplicate'),
  },

  rates: {
    expired: (count: number) => `${counted(count, 'rate has', 'rates have')} expired.`,
    emptyHint: 'Fix your rows and get rates. The shipments will appear here.',
    noneInFilter: 'No shipments match this filter.',
    needFixing: (count: number) =>
      `${counted(count, 'row needs', 'rows need')} fixing. ${count === 1 ? 'You can’t buy a label for it until you fix it' : 'You can’t buy labels for them until you fix them'}.`,
    slow: 'This is taking longer than usual. The carriers haven’t responded yet.',
    loaded: 'Rates loaded',
    notOffered: 'The service you chose is no longer available.',
    wished: (choice: string) => `Requested service: ${choice}`,
    toChoose: 'No rate chosen',
    loadFailed: 'We couldn’t load the rates for this shipment.',
    stillLoading: 'We’re still getting rates. You can pay now for the shipments that are ready.',
    ruleDays: 'Enter a number of days from 1 to 30.',
    ruleNoRates: 'No shipment has rates yet.',
    ruleLoading: 'Comparing rates…',
    ruleUndone: 'Previous rates restored.',
    ruleApplied: (rule: string, changes: number) => `${rule}: ${counted(changes, 'shipment')} changed`,
    priceChanged: 'A rate has changed. Please review the new total.',
    paid: 'Payment received',
    starting: 'Preparing your labels',
    serverUnreachable:
      'We couldn’t reach the server, but your labels will be created automatically. You won’t be charged again.',
  },

  labels: {
    keepCreating: 'You can close this page. We’ll keep creating your labels.',
    creating: (done: number, total: number) =>
      `Creating labels ${formatCount(done)} of ${formatCount(total)}`,
    pausedAt: (done: number, total: number) => `Paused at ${formatCount(done)} of ${formatCount(total)}`,
    spoken: (made: number, total: number, failed: number) =>
      `${formatCount(made)} of ${counted(total, 'label')} created${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
    resumeBy: (time: string) =>
      `Paused. Resume by ${time}, or the remaining labels will be canceled and refunded.`,
    cancelTitle: 'Cancel remaining labels?',
    cancelBody: (waiting: number, refund: string, made: number) =>
      `${counted(waiting, 'label hasn’t', 'labels haven’t')} been created yet. About ${refund} will be refunded.${
        made > 0 ? ` You keep the ${counted(made, 'label')} already created.` : ''
      }`,
    rowRefunded: 'Refunded',
    refundPending: 'Refund pending',
    refundRequested: 'Refund requested',
    refunded: (amount: string) => `${amount} was refunded.`,
    unpaid: (count: number) => `${counted(count, 'shipment')} ${is(count)} ready but not paid for.`,
    without: (rows: number) => `${counted(rows, 'row')} without a label`,
    failed: 'The label couldn’t be created.',
    needsFixing: 'This row needs fixing.',
    notPaid: 'Not paid for.',
    zplExcludes: (count: number) =>
      `The ZPL file doesn’t include ${counted(count, 'label')} available only as PDF.`,
    summaryStarted: 'Summary download initiated.',
    printInTab: 'The labels opened in a new tab. Print them from there.',
    printBlocked: 'Your browser blocked the print window. Download the PDF instead.',
    none: 'No labels in this upload yet',
    nonePaid: 'You haven’t paid for any shipments yet.',
  },
} as const;
