package dev.backplane.runtime.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says which devices a term names that are not there. */
final class Missing {
  private Missing() {}

  static List<String> warnings(Term term, Set<String> instances, List<Candidate> all) {
    List<Candidate> there =
        all.stream().filter(candidate -> instances.contains(candidate.instance())).toList();
    List<String> warnings = new ArrayList<>();
    if (term.subject() instanceof Term.Devices devices) {
      for (DevicePattern pattern : devices.patterns()) {
        if (pattern.type() == null && there.stream().noneMatch(pattern::matches)) {
          warnings.add(missing(pattern, devices, there));
        }
        if (pattern.isOfParts()) {
          without(pattern, there).ifPresent(warnings::add);
        }
      }
    } else if (term.subject() instanceof Term.Id id
        && there.stream().noneMatch(candidate -> candidate.id().equalsIgnoreCase(id.id()))) {
      warnings.add(
          "there is no " + id.id() + " (column " + term.excerpt().column() + "); " + list(there));
    }
    return warnings;
  }

  private static String missing(
      DevicePattern pattern, Term.Devices devices, List<Candidate> there) {
    return devices.backend().words()
        + " has no device "
        + pattern.excerpt().words()
        + " (column "
        + pattern.excerpt().column()
        + "); "
        + list(there);
  }

  private static java.util.Optional<String> without(DevicePattern pattern, List<Candidate> there) {
    List<String> plain =
        there.stream()
            .filter(pattern::isParent)
            .filter(parent -> there.stream().noneMatch(other -> other.isPartOf(parent)))
            .map(Candidate::term)
            .toList();
    return plain.isEmpty()
        ? java.util.Optional.empty()
        : java.util.Optional.of(
            String.join(", ", plain)
                + (plain.size() == 1 ? " has" : " have")
                + " no parts and is passed over by "
                + pattern.excerpt()
                + " (column "
                + pattern.excerpt().column()
                + ")");
  }

  private static String list(List<Candidate> there) {
    return there.isEmpty()
        ? "there is none at all"
        : "there are " + there.stream().map(Candidate::term).collect(Collectors.joining(", "));
  }
}
