/** Commands about files of images. */
package dev.backplane.cli.image;
