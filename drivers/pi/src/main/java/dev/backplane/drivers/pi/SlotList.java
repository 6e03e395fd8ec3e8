package dev.backplane.drivers.pi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which function is in which slot of a plugin's table. Functions were put between others without a
 * new major version, so a list holds for its version and for no other: the next one would read
 * every slot behind the change as another function.
 *
 * <p>The list of 15.49 is a file; the older ones are that without what came since. 15.47 is not
 * known well enough to be here.
 *
 * @param version whose list it is
 * @param functions the names, in the order of the slots
 */
record SlotList(InterfaceVersion version, List<String> functions) {
  /** The newest version that is known. */
  static final InterfaceVersion NEWEST = new InterfaceVersion(15, 49);

  private static final Map<InterfaceVersion, SlotList> ALL = all();

  SlotList {
    functions = List.copyOf(functions);
  }

  static Optional<SlotList> of(InterfaceVersion version) {
    return Optional.ofNullable(ALL.get(version));
  }

  /** {@return the versions that there are lists for, the newest first} */
  static Set<InterfaceVersion> known() {
    return ALL.keySet();
  }

  private static Map<InterfaceVersion, SlotList> all() {
    Map<InterfaceVersion, SlotList> lists = new LinkedHashMap<>();
    SlotList newest = new SlotList(NEWEST, read("slots-" + NEWEST + ".txt"));
    // 15.49 brought images of cubes: numbers, but no function.
    SlotList update = newest.before(48, List.of());
    SlotList variables =
        update.before(
            46,
            List.of(
                "piextCommandBufferUpdateKernelLaunch",
                "piextCommandBufferRetainCommand",
                "piextCommandBufferReleaseCommand"));
    SlotList cooperative = variables.before(45, List.of("piextGetGlobalVariablePointer"));
    for (SlotList each : List.of(newest, update, variables, cooperative)) {
      lists.put(each.version, each);
    }
    return lists;
  }

  /** {@return the list of an older minor version, which had not yet some of these functions} */
  private SlotList before(int minor, List<String> added) {
    List<String> fewer = new ArrayList<>(functions);
    if (!fewer.containsAll(added)) {
      throw new IllegalStateException(version + " has not all of " + added);
    }
    fewer.removeAll(added);
    return new SlotList(new InterfaceVersion(version.major(), minor), fewer);
  }

  private static List<String> read(String resource) {
    try (InputStream in = SlotList.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from this module");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
