/** The hand that the page opens on: a real one, played to its end and argued about. */

import type { Hand } from '../protocol';
import { texts } from '../texts';

export const EXAMPLE: Hand = {
  rules: 'trickster jokers=0 low_beats_high=downtown_over_uptown',
  deal: 'N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J',
  dealer: 'N',
  calls: 'Pass 3NT↑ Pass Pass',
  strain: 'NT+',
  level: '3',
  declarer: 'S',
  discard: 'HT H2 DQ D2',
  played:
    'CT CA C3 C2 HA H3 H5 S2 HK H4 H8 S5 C4 C7 C9 CK CQ H6 H7 C6 CJ D5 S3 S4' +
    ' C8 D9 SQ H9 C5 S6 HJ D3 DA S8 D4 D7 SA S9 D6 D8 SJ SK DT DJ ST HQ DK S7',
  title: texts.t('welcome.example_title'),
};
