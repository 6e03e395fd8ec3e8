package dev.backplane.pi.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The order of the functions in a plugin's table. Functions were inserted between others without a
 * new major version, so a list holds for its version and for no other: with another list, every
 * slot behind the change would be read as another function.
 *
 * <p>The list of 15.49 is a file; the older lists are that one without the functions added since. A
 * function that had other arguments has another name in them, so that nobody calls it. For two
 * versions it is not known for sure whether they added functions. A plugin of those versions has to
 * fill the last slot of the list, since one more function before it would move that slot.
 *
 * @param version the version of the interface
 * @param functions the names, in the order of the slots
 * @param sure whether the list is known from the version alone
 */
record SlotList(InterfaceVersion version, List<String> functions, boolean sure) {
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
    SlotList newest = new SlotList(NEWEST, read("slots-" + NEWEST + ".txt"), true);
    // 15.49 brought images of cubes: numbers, but no function.
    SlotList update = newest.as(15, 48, true);
    SlotList variables =
        update
            .without(
                "piextCommandBufferUpdateKernelLaunch",
                "piextCommandBufferRetainCommand",
                "piextCommandBufferReleaseCommand")
            .as(15, 46, true);
    SlotList cooperative = variables.without("piextGetGlobalVariablePointer").as(15, 45, true);
    SlotList ofDevices =
        cooperative.without(
            "piextKernelSuggestMaxCooperativeGroupCount", "piextEnqueueCooperativeKernelLaunch");
    // Before 15.43 it had no device among its arguments.
    SlotList prefetch = ofDevices.withOther("piextMemGetNativeHandle").as(14, 42, true);
    SlotList fill =
        prefetch.without("piextCommandBufferPrefetchUSM", "piextCommandBufferAdviseUSM");
    SlotList advice = fill.without("piextCommandBufferMemBufferFill", "piextCommandBufferFillUSM");
    for (SlotList each :
        List.of(
            newest,
            update,
            variables.as(15, 47, false),
            variables,
            cooperative,
            ofDevices.as(15, 44, false),
            ofDevices.as(15, 43, true),
            prefetch,
            fill.as(14, 41, true),
            advice.as(14, 40, true),
            advice.as(14, 39, true),
            advice.as(14, 38, true))) {
      lists.put(each.version, each);
    }
    return lists;
  }

  /** {@return the same list as that of another version} */
  private SlotList as(int major, int minor, boolean known) {
    return new SlotList(new InterfaceVersion(major, minor), functions, known);
  }

  /** {@return the list before some functions were added} */
  private SlotList without(String... added) {
    List<String> fewer = new ArrayList<>(functions);
    if (!fewer.containsAll(List.of(added))) {
      throw new IllegalStateException(version + " has not all of " + List.of(added));
    }
    fewer.removeAll(List.of(added));
    return new SlotList(version, fewer, sure);
  }

  /** {@return the list with a function that had other arguments, and is not to be called} */
  private SlotList withOther(String function) {
    List<String> other = new ArrayList<>(functions);
    if (!Collections.replaceAll(other, function, function + " with other arguments")) {
      throw new IllegalStateException(version + " has no " + function);
    }
    return new SlotList(version, other, sure);
  }

  /** {@return whether some version that is known has a function in its table} */
  static boolean isInTables(String function) {
    return ALL.getOrDefault(NEWEST, new SlotList(NEWEST, List.of(), true))
        .functions
        .contains(function);
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
