import { countryName, withArticle } from '@lading/contract/countries.ts';
import type { WrittenCustoms, WrittenItem } from '@lading/contract/customs/declaration.ts';
import { formatHs } from '@lading/contract/customs/hs-code.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { Fact, Facts } from '../details.tsx';
import { contentsName, nonDeliveryName } from './names.ts';

const money = (dollars: number) => formatMoney(centsOf(dollars));
const placeOf = (code: string) => withArticle(countryName(code) ?? code);

interface CustomsDetailsProps {
  customs: WrittenCustoms;
  /** Starts the label of the sender’s tax ID: “Your” or “Sender’s”. */
  sender?: string;
}

/** What was declared to customs. The server masks tax IDs. */
export function CustomsDetails({ customs, sender = 'Your' }: CustomsDetailsProps) {
  const { contentsType, contentsExplanation, senderTaxId, recipientTaxId } = customs;
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line border-y border-line">
        {customs.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a declaration does not change.
          <ItemLine key={index} item={item} />
        ))}
      </ul>
      <Facts>
        <Fact name="Contents">
          {contentsName(contentsType)}
          {contentsExplanation && `: ${contentsExplanation}`}
        </Fact>
        <Fact name="Total value">{money(customs.totalValue)}</Fact>
        {customs.exportFiling && <Fact name="Export filing">{customs.exportFiling}</Fact>}
        {customs.invoiceNumber && <Fact name="Invoice">{customs.invoiceNumber}</Fact>}
        {senderTaxId && <Fact name={`${sender} tax ID`}>{senderTaxId.number}</Fact>}
        {recipientTaxId && <Fact name="Recipient’s tax ID">{recipientTaxId.number}</Fact>}
        <Fact name="If undeliverable">{nonDeliveryName(customs.nonDelivery)}</Fact>
        <Fact name="Signer">{customs.signer}</Fact>
      </Facts>
    </div>
  );
}

function ItemLine({ item }: { item: WrittenItem }) {
  const { description, quantity, unitWeight, unitValue, hsCode, origin, sku } = item;
  const facts = [
    hsCode && `HS ${formatHs(hsCode)}`,
    `made in ${placeOf(origin)}`,
    `${unitWeight} oz each`,
    sku && `SKU ${sku}`,
  ];
  return (
    <li className="flex justify-between gap-4 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="num">{quantity} ×</span> {description}
        </p>
        <p className="num text-small text-text-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p className="num shrink-0">{money(quantity * unitValue)}</p>
    </li>
  );
}
