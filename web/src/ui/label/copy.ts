/** Text about labels and test labels. */
export const COPY = {
  pdfOnly: 'Your browser can’t show this PDF label on the page.',
  testLabel: 'Prints a one-inch ruler and a barcode, free of charge.',
  testLabelOffer: 'First time printing from this browser? Print a test label to check the size.',
  howToCheck:
    'Measure the line: it should be exactly one inch (25.4 mm). If it isn’t, set the scale to 100% in the print dialog.',
  printBlocked: 'Your browser blocked the print window. Allow it for this page and try again.',
  openedInTab: 'The test label is open in a new tab. Print it from there.',
} as const;
