package dev.backplane.opae.driver;

import dev.backplane.opae.abi.FpgaProperties;

/** The fields that a plugin reported for a resource, to compare with later ones. */
final class ToldFields {
  private final long[] words;

  ToldFields(FpgaProperties fields) {
    words = fields.fields();
  }

  boolean are(FpgaProperties fields) {
    return fields.are(words);
  }
}
