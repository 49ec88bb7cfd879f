import type { BulkColumn } from '@lading/contract/bulk/columns.ts';

/** An order export of a shop platform, recognized by its column names. */
export interface KnownExport {
  /** The platform; shown as the source of the batch. */
  name: string;
  /** The platform's name for the file. */
  title: string;
  headers: readonly string[];
  /** Other names of the same column in regional editions. */
  alternatives?: Readonly<Record<string, string>>;
  /** The source of each of our columns; several are joined by a space. */
  columns: Readonly<Partial<Record<BulkColumn, readonly string[]>>>;
  /** Columns about the contents, which some editions lack. */
  contents?: Readonly<Partial<Record<BulkColumn, string>>>;
  /** The currency of prices; only dollars are used. */
  currency?: string;
  /** “false” for items without goods, such as gift cards. */
  requiresShipping?: string;
}

const list = (names: string) => names.split('|');

export const KNOWN_EXPORTS: readonly KnownExport[] = [
  {
    name: 'Shopify',
    title: 'Shopify orders export',
    headers: list(
      'Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem compare at price|Lineitem sku|Lineitem requires shipping|Lineitem taxable|Lineitem fulfillment status|Billing Name|Billing Street|Billing Address1|Billing Address2|Billing Company|Billing City|Billing Zip|Billing Province|Billing Country|Billing Phone|Shipping Name|Shipping Street|Shipping Address1|Shipping Address2|Shipping Company|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|Notes|Note Attributes|Cancelled at|Payment Method|Payment Reference|Refunded Amount|Vendor|Outstanding Balance|Employee|Location|Device ID|Id|Tags|Risk Level|Source|Lineitem discount|Tax 1 Name|Tax 1 Value|Tax 2 Name|Tax 2 Value|Tax 3 Name|Tax 3 Value|Tax 4 Name|Tax 4 Value|Tax 5 Name|Tax 5 Value|Phone|Receipt Number|Duties|Billing Province Name|Shipping Province Name|Payment ID|Payment Terms Name|Next Payment Due At|Payment References',
    ),
    columns: {
      receiver_fullname: ['Shipping Name'],
      receiver_company: ['Shipping Company'],
      receiver_email: ['Email'],
      receiver_phone: ['Shipping Phone'],
      receiver_address: ['Shipping Address1'],
      receiver_address2: ['Shipping Address2'],
      receiver_city: ['Shipping City'],
      receiver_state: ['Shipping Province'],
      receiver_zipcode: ['Shipping Zip'],
      receiver_country: ['Shipping Country'],
      order_ref: ['Name'],
    },
    contents: {
      item_description: 'Lineitem name',
      item_quantity: 'Lineitem quantity',
      item_value: 'Lineitem price',
      item_sku: 'Lineitem sku',
    },
    currency: 'Currency',
    requiresShipping: 'Lineitem requires shipping',
  },
  {
    name: 'Etsy',
    title: 'Etsy sold orders',
    headers: list(
      'Sale Date|Order ID|Buyer User ID|Full Name|First Name|Last Name|Number of Items|Payment Method|Date Shipped|Street 1|Street 2|Ship City|Ship State|Ship Zipcode|Ship Country|Currency|Order Value|Coupon Code|Coupon Details|Discount Amount|Shipping Discount|Shipping|Sales Tax|Order Total|Status|Card Processing Fees|Order Net|Adjusted Order Total|Adjusted Card Processing Fees|Adjusted Net Order Amount|Buyer|Order Type|Payment Type|InPerson Discount|InPerson Location|SKU',
    ),
    alternatives: {
      'Date Shipped': 'Date Posted',
      'Ship City': 'Delivery City',
      'Ship State': 'Delivery State',
      'Ship Zipcode': 'Delivery Zipcode',
      'Ship Country': 'Delivery Country',
      'Shipping Discount': 'Delivery Discount',
      Shipping: 'Delivery',
    },
    columns: {
      receiver_fullname: ['Full Name'],
      receiver_address: ['Street 1'],
      receiver_address2: ['Street 2'],
      receiver_city: ['Ship City'],
      receiver_state: ['Ship State'],
      receiver_zipcode: ['Ship Zipcode'],
      receiver_country: ['Ship Country'],
      order_ref: ['Order ID'],
    },
    contents: { item_quantity: 'Number of Items', item_sku: 'SKU' },
  },
  {
    name: 'Etsy',
    title: 'Etsy sold order items',
    headers: list(
      'Sale Date|Item Name|Buyer|Quantity|Price|Coupon Code|Coupon Details|Discount Amount|Shipping Discount|Order Shipping|Order Sales Tax|Item Total|Currency|Transaction ID|Listing ID|Date Paid|Date Shipped|Ship Name|Ship Address1|Ship Address2|Ship City|Ship State|Ship Zipcode|Ship Country|Order ID|Variations|Order Type|Listings Type|Payment Type|InPerson Discount|InPerson Location|VAT Paid by Buyer|SKU',
    ),
    columns: {
      receiver_fullname: ['Ship Name'],
      receiver_address: ['Ship Address1'],
      receiver_address2: ['Ship Address2'],
      receiver_city: ['Ship City'],
      receiver_state: ['Ship State'],
      receiver_zipcode: ['Ship Zipcode'],
      receiver_country: ['Ship Country'],
      order_ref: ['Order ID'],
    },
    contents: {
      item_description: 'Item Name',
      item_quantity: 'Quantity',
      item_value: 'Price',
      item_sku: 'SKU',
    },
    currency: 'Currency',
  },
  {
    name: 'eBay',
    title: 'eBay orders report',
    headers: list(
      'Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Buyer Note|Buyer Address 1|Buyer Address 2|Buyer City|Buyer State|Buyer Zip|Buyer Country|Buyer Tax Identifier Name|Buyer Tax Identifier Value|Ship To Name|Ship To Phone|Ship To Address 1|Ship To Address 2|Ship To City|Ship To State|Ship To Zip|Ship To Country|Item Number|Item Title|Custom Label|Sold Via Promoted Listings|Quantity|Sold For|Shipping And Handling',
    ),
    columns: {
      receiver_fullname: ['Ship To Name'],
      receiver_email: ['Buyer Email'],
      receiver_phone: ['Ship To Phone'],
      receiver_address: ['Ship To Address 1'],
      receiver_address2: ['Ship To Address 2'],
      receiver_city: ['Ship To City'],
      receiver_state: ['Ship To State'],
      receiver_zipcode: ['Ship To Zip'],
      receiver_country: ['Ship To Country'],
      order_ref: ['Order Number'],
    },
    contents: {
      item_description: 'Item Title',
      item_quantity: 'Quantity',
      item_value: 'Sold For',
      item_sku: 'Custom Label',
      recipient_tax_id: 'Buyer Tax Identifier Value',
    },
  },
  {
    name: 'Amazon',
    title: 'Amazon unshipped orders',
    headers: list(
      'order-id|order-item-id|purchase-date|payments-date|reporting-date|promise-date|days-past-promise|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|quantity-shipped|quantity-to-ship|ship-service-level|recipient-name|ship-address-1|ship-address-2|ship-address-3|ship-city|ship-state|ship-postal-code|ship-country|is-business-order|purchase-order-number|price-designation',
    ),
    columns: {
      receiver_fullname: ['recipient-name'],
      receiver_email: ['buyer-email'],
      receiver_phone: ['buyer-phone-number'],
      receiver_address: ['ship-address-1'],
      receiver_address2: ['ship-address-2', 'ship-address-3'],
      receiver_city: ['ship-city'],
      receiver_state: ['ship-state'],
      receiver_zipcode: ['ship-postal-code'],
      receiver_country: ['ship-country'],
      order_ref: ['order-id'],
    },
    contents: {
      item_description: 'product-name',
      item_quantity: 'quantity-purchased',
      item_sku: 'sku',
    },
  },
  {
    name: 'WooCommerce',
    title: 'WooCommerce orders export',
    headers: list(
      'order_id|order_number_formatted|order_number|date|status|order_shipping|order_shipping_tax|order_fees|order_fee_tax|order_tax|cart_discount|order_discount|order_total|payment_method|shipping_method|customer_user|billing_first_name|billing_last_name|billing_email|billing_phone|billing_address_1|billing_address_2|billing_postcode|billing_city|billing_state|billing_country|billing_company|shipping_first_name|shipping_last_name|shipping_address_1|shipping_address_2|shipping_postcode|shipping_city|shipping_state|shipping_country|shipping_company|customer_note',
    ),
    columns: {
      receiver_fullname: ['shipping_first_name', 'shipping_last_name'],
      receiver_company: ['shipping_company'],
      receiver_email: ['billing_email'],
      receiver_phone: ['billing_phone'],
      receiver_address: ['shipping_address_1'],
      receiver_address2: ['shipping_address_2'],
      receiver_city: ['shipping_city'],
      receiver_state: ['shipping_state'],
      receiver_zipcode: ['shipping_postcode'],
      receiver_country: ['shipping_country'],
      order_ref: ['order_id'],
    },
  },
];
