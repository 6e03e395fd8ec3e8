// A number that a parameter gives as hexadecimal digits in a text.
module backplane_hex #(
    parameter TEXT = "0",
    parameter integer WIDTH = 16
) (
    output wire [WIDTH-1:0] value
);
  localparam integer CHARS = $bits(TEXT) / 8;

  function [WIDTH-1:0] number(input integer unused);
    integer place;
    reg [8*CHARS-1:0] letters;
    reg [7:0] letter;
    begin
      letters = TEXT;
      number = 0;
      for (place = CHARS - 1; place >= 0; place = place - 1) begin
        letter = letters[8*place +: 8];
        if (letter >= 8'h30 && letter <= 8'h39) number = (number << 4) | (letter - 8'h30);
        else if (letter >= 8'h41 && letter <= 8'h46) number = (number << 4) | (letter - 8'h37);
        else if (letter >= 8'h61 && letter <= 8'h66) number = (number << 4) | (letter - 8'h57);
      end
    end
  endfunction

  localparam [WIDTH-1:0] VALUE = number(0);
  assign value = VALUE;
endmodule
