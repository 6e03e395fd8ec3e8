package dev.backplane.drivers.opae;

import dev.backplane.opae.FpgaProperties;

/** What a plugin said of a resource, to be compared with what it says later. */
final class ToldFields {
  private final long[] words;

  ToldFields(FpgaProperties fields) {
    words = fields.fields();
  }

  boolean are(FpgaProperties fields) {
    return fields.are(words);
  }
}
