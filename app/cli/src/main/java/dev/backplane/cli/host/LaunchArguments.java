package dev.backplane.cli.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a device process. The launcher in the image names the folder of the image; what
 * the command line of {@code exec} says beyond that is in a file that a variable names, a line for
 * each argument.
 */
public final class LaunchArguments {
  /** Names the file. */
  static final String VARIABLE = "BACKPLANE_LAUNCH_ARGUMENTS";

  private LaunchArguments() {}

  /** {@return the arguments, with those of the file if this is a device process} */
  public static String[] complete(String[] arguments, Map<String, String> environment) {
    String file = environment.get(VARIABLE);
    if (file == null || arguments.length < 2 || !arguments[1].equals(ServeCommand.LAUNCHED)) {
      return arguments;
    }
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    try {
      all.addAll(Files.readAllLines(Path.of(file)));
    } catch (IOException e) {
      System.err.println("backplane: " + file + " of 'backplane exec' cannot be read: " + e);
    }
    return all.toArray(String[]::new);
  }
}
