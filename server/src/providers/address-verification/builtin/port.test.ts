import { addressVerificationPortSuite } from '../port-suite.ts';
import { BuiltinAddressVerifier } from './verify-address.ts';

addressVerificationPortSuite('the built-in verifier', new BuiltinAddressVerifier());
