/** What a column of an order file means. */
export type OrderColumn =
  | 'number'
  | 'placedAt'
  | 'paid'
  | 'status'
  | 'shipping'
  | 'shippedAt'
  | 'canceledAt'
  | 'lineShipping'
  | 'recipientName'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'street1'
  | 'street2'
  | 'street3'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'phone'
  | 'email'
  | 'sku'
  | 'title'
  | 'variant'
  | 'quantity'
  | 'toShip'
  | 'requiresShipping'
  | 'price'
  | 'weight'
  | 'weightUnit'
  | 'hsCode'
  | 'origin'
  | 'currency'
  | 'total'
  | 'shippingPaid'
  | 'shippingMethod'
  | 'note'
  | 'tags';

/** Names that stores and carriers use, in lower case, without spaces and punctuation. The buyer's address is not the ship-to address. */
const NAMES: Readonly<Record<OrderColumn, string>> = {
  number:
    'ordernumber order orderno orderid ordername orderref orderreference reference invoicenumber salesrecordnumber',
  placedAt: 'orderdate createdat date placedat datecreated saledate purchasedate ordercreated',
  paid: 'financialstatus paymentstatus paid',
  status: 'orderstatus status',
  shipping: 'fulfillmentstatus shippingstatus shipmentstatus fulfilled shipped',
  shippedAt:
    'fulfilledat shippedat shippedon shippedondate shippeddate dateshipped dateposted fulfillmentdate',
  canceledAt: 'cancelledat canceledat cancelledon canceledon datecancelled datecanceled',
  lineShipping: 'lineitemfulfillmentstatus itemfulfillmentstatus itemstatus',
  recipientName:
    'recipientname shippingname shiptoname shipname receiverfullname receivername recipient fullname customername deliveryname name buyername',
  firstName: 'shippingfirstname shiptofirstname shipfirstname recipientfirstname deliveryfirstname firstname',
  lastName: 'shippinglastname shiptolastname shiplastname recipientlastname deliverylastname lastname',
  company: 'shippingcompany company shiptocompany receivercompany recipientcompany companyname',
  street1:
    'shippingaddress1 shippingstreet address address1 addressline1 street street1 shiptoaddress1 shipaddress1 receiveraddress recipientaddress addressline streetaddress deliveryaddress1',
  street2:
    'shippingaddress2 address2 addressline2 street2 shiptoaddress2 shipaddress2 receiveraddress2 recipientaddress2 apartment suite deliveryaddress2',
  street3: 'shippingaddress3 address3 addressline3 street3 shiptoaddress3 shipaddress3',
  city: 'shippingcity city shiptocity shipcity receivercity recipientcity town deliverycity',
  state:
    'shippingprovince shippingstate state province region shiptostate shipstate receiverstate recipientstate stateprovince county deliverystate',
  zip: 'shippingzip zip zipcode postalcode postcode shiptozip shiptopostalcode shipzipcode receiverzipcode recipientzip shippingpostcode deliverypostcode deliveryzipcode shippostalcode',
  country:
    'shippingcountry country countrycode shiptocountry shipcountry receivercountry recipientcountry shippingcountrycode deliverycountry',
  phone:
    'shippingphone phone phonenumber shiptophone receiverphone recipientphone telephone buyerphone buyerphonenumber billingphone',
  email:
    'email emailaddress customeremail buyeremail receiveremail recipientemail shippingemail billingemail',
  sku: 'sku lineitemsku itemsku productsku customlabel',
  title: 'itemname lineitemname title itemtitle productname product item itemdescription producttitle',
  variant: 'variant lineitemvariant varianttitle variation variations variationdetails options',
  quantity: 'quantity lineitemquantity qty itemquantity quantitypurchased numberofitems',
  toShip: 'quantitytoship',
  requiresShipping: 'lineitemrequiresshipping requiresshipping',
  price: 'price lineitemprice unitprice itemprice soldfor itemvalue',
  weight: 'weight itemweight unitweight lineitemweight',
  weightUnit: 'weightunit itemweightunit massunit',
  hsCode: 'hscode hs tariffcode htscode itemhs',
  origin: 'countryoforigin origin origincountry itemorigin madein',
  currency: 'currency currencycode',
  total: 'total ordertotal grandtotal totalprice',
  shippingPaid: 'shipping shippingcost shippingprice shippingpaid postageandhandling',
  shippingMethod: 'shippingmethod shippingservice shipmethod deliverymethod shipservicelevel',
  note: 'notes note buyernote customernote ordernote buyernotes',
  tags: 'tags ordertags',
};

const FIELDS = new Map(
  (Object.entries(NAMES) as [OrderColumn, string][]).flatMap(([field, names]) =>
    names.split(' ').map((name, rank) => [name, { field, rank }] as const),
  ),
);

interface FoundColumn {
  index: number;
  /** As written in the file. */
  title: string;
}

export interface FoundColumns {
  columns: Partial<Record<OrderColumn, FoundColumn>>;
  ignored: string[];
}

const plain = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the columns by the names in the first line. If several columns match, the more specific name wins. */
export function findOrderColumns(header: readonly string[]): FoundColumns {
  const names = header.map(plain);
  // Shopify calls the order number "Name".
  const isNumber =
    names.includes('lineitemname') && !names.some((name) => FIELDS.get(name)?.field === 'number');
  const best = new Map<OrderColumn, FoundColumn & { rank: number }>();
  const known = new Set<number>();
  for (const [index, name] of names.entries()) {
    const found = isNumber && name === 'name' ? { field: 'number' as const, rank: 0 } : FIELDS.get(name);
    if (!found) continue;
    known.add(index);
    const earlier = best.get(found.field);
    if (!earlier || found.rank < earlier.rank)
      best.set(found.field, { index, title: (header[index] ?? '').trim(), rank: found.rank });
  }
  return {
    columns: Object.fromEntries([...best].map(([field, { index, title }]) => [field, { index, title }])),
    ignored: header.flatMap((title, index) =>
      known.has(index) || title.trim() === '' ? [] : [title.trim()],
    ),
  };
}
