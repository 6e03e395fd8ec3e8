package dev.backplane.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with an image as a file; the commands are below it. */
@Command(
    name = "image",
    header = "Look into images, take sections out, put others in, sign, verify and pack.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footer = {"", "'backplane build' makes images; docs/images.md tells what is in them."})
final class ImageCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** {@return the command with those below it} */
  static CommandLine of(CommonOptions common) {
    CommandLine image = new CommandLine(new ImageCommand());
    image.addSubcommand(new ImageInspectCommand(common));
    image.addSubcommand(new ImageVerifyCommand(common));
    image.addSubcommand(new ImageDumpCommand(common));
    image.addSubcommand(ImageEditCommand.replace(common));
    image.addSubcommand(ImageEditCommand.add(common));
    image.addSubcommand(ImageEditCommand.remove(common));
    image.addSubcommand(new ImageSignCommand(common));
    image.addSubcommand(new ImagePackCommand(common));
    image.addSubcommand(new ImageSelectCommand(common));
    image
        .getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().versionProvider(new Versions()));
    return image;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a command below image: " + String.join(", ", spec.subcommands().keySet()));
  }
}
