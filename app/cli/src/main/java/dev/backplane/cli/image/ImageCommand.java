package dev.backplane.cli.image;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import java.util.function.Function;
import java.util.stream.Stream;

/** The {@code image} command, the parent of commands for an image file. */
public final class ImageCommand extends Command {
  public ImageCommand(CommonOptions common) {
    super("image", "Look into images, take sections out, put others in, sign, verify and pack.");
    below(
        Stream.<Function<CommonOptions, Command>>of(
                ImageInspectCommand::new,
                ImageVerifyCommand::new,
                ImageDumpCommand::new,
                ImageNetlistCommand::new,
                ImageEditCommand::replace,
                ImageEditCommand::add,
                ImageEditCommand::remove,
                ImageSignCommand::new,
                ImagePackCommand::new,
                ImageSelectCommand::new)
            .map(command -> command.apply(common.again()))
            .toList());
    footer("", "'backplane build' makes images; docs/images.md tells what is in them.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command below image: " + namesBelow());
  }
}
