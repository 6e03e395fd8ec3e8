package dev.backplane.plugin;

import java.util.List;

/**
 * What is to be loaded, in order, and who uses whom.
 *
 * @param ordered required plugins before those requiring them, otherwise as listed
 * @param uses every requirement with the plugin that fulfils it
 */
record LoadPlan(List<Candidate> ordered, List<Use> uses) {
  record Use(Candidate user, Offer offer) {}

  /** A name and version that something can require, from this load or from an earlier one. */
  record Offer(String name, Version version, Candidate candidate) {}
}
